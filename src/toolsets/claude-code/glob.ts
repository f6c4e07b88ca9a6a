import * as z from "zod";
import { type GlobLimits, globOperation } from "../../tools/index.js";
import { face } from "../face.js";
import { folderParameter } from "../folder-parameter.js";
import { foundFilesText } from "../found-files-text.js";

/** Files that one call returns (Claude Code). */
const MAX_FILES = 100;

const LIMITS: Partial<GlobLimits> = { defaultLimit: MAX_FILES, maxLimit: MAX_FILES };

/** Claude Code's Glob: finds files by name, the last changed first. */
export function glob() {
  return face(globOperation, {
    name: "Glob",
    description: `Finds files by name and returns absolute paths, most recently changed first.

- "**/*.js": JavaScript files in any folder. "src/**/*.ts": below src. "*.json": in the folder itself only.
- Files that .gitignore excludes are not found; hidden files only if the pattern contains the dot (".github/**").
- At most ${MAX_FILES} files are returned; for more, search below another path or with a narrower pattern.
- To search in the contents of files, use Grep.`,
    inputSchema: z.object({
      pattern: z.string().describe('Glob pattern like "**/*.py" or "src/**/*.tsx"'),
      path: folderParameter("Folder to search in. Default: the working directory"),
    }),
    parameterAliases: { path: ["folder", "directory"] },
    toInput: ({ pattern, path }) => ({
      pattern,
      order: "newest" as const,
      limits: LIMITS,
      folder: path,
    }),
    toResult: foundFilesText,
  });
}
