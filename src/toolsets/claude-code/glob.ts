import * as z from "zod";
import { type GlobLimits, type GlobOutput, globOperation, visibleText } from "../../tools/index.js";
import { face } from "../face.js";

/** Files that one call gives (seed 003). */
const MAX_FILES = 100;

const LIMITS: Partial<GlobLimits> = { defaultLimit: MAX_FILES, maxLimit: MAX_FILES };

/** Seed 002's Glob: finds files by name, those changed last first. */
export function glob() {
  return face(globOperation, {
    name: "Glob",
    description: `Finds files by their names and answers absolute paths, those changed last first.

- "**/*.js": JavaScript files in any folder. "src/**/*.ts": below src. "*.json": in the folder itself only.
- What .gitignore leaves out is not found; hidden files only when the pattern spells the dot (".github/**").
- At most ${MAX_FILES} files are given; for more, search below another path or with a narrower pattern.
- To search in the contents of files use Grep.`,
    inputSchema: z.object({
      pattern: z.string().describe('Glob pattern like "**/*.py" or "src/**/*.tsx"'),
      path: z.string().describe("Folder to search in. Default: the working directory").optional(),
    }),
    parameterAliases: { path: ["folder", "directory"] },
    toInput: ({ pattern, path }) => ({
      pattern,
      order: "newest" as const,
      limits: LIMITS,
      ...(path !== undefined && { folder: path }),
    }),
    toResult: globText,
  });
}

function globText({ files, remaining, isExact, stopped, onlyIgnored, unreadable }: GlobOutput): string {
  // A line end in a name would look like another file.
  const rows = files.map(visibleText);
  if (files.length === 0) rows.push("No files found.");
  if (remaining > 0)
    rows.push(`[${isExact ? "" : "At least "}${remaining} more. Narrow the pattern to see them.]`);
  if (stopped !== undefined) rows.push("[The search was ended before it had seen everything.]");
  if (onlyIgnored) rows.push("[Files match that .gitignore or its kin leave out.]");
  if (unreadable.length > 0)
    rows.push(`[Not searched, because it may not be read: ${unreadable.join(", ")}]`);
  return rows.join("\n");
}
