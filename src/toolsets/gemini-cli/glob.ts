import * as z from "zod";
import { globOperation } from "../../tools/index.js";
import { face } from "../face.js";
import { folderParameter } from "../folder-parameter.js";
import { foundFilesText } from "../found-files-text.js";

/** gemini-cli's glob: finds files by name, the last changed first. */
export function glob() {
  return face(globOperation, {
    name: "glob",
    description: `Finds files by name and returns absolute paths, most recently changed first.

- "**/*.js": JavaScript files in any folder. "src/**/*.ts": below src. "*.json": in the folder itself only.
- Files that .gitignore excludes are not found unless respect_git_ignore is false; hidden files only if the pattern contains the dot.
- To search in the contents of files, use grep_search.`,
    inputSchema: z.object({
      pattern: z.string().describe('Glob pattern like "**/*.py" or "docs/*.md"'),
      dir_path: folderParameter("Folder to search in. Default: the working directory"),
      respect_git_ignore: z
        .boolean()
        .describe("Omit the files that .gitignore excludes; default true")
        .optional(),
    }),
    toInput: ({ pattern, dir_path, respect_git_ignore }) => ({
      pattern,
      order: "newest" as const,
      ignored: respect_git_ignore === false,
      folder: dir_path,
    }),
    toResult: foundFilesText,
  });
}
