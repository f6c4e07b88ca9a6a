import * as z from "zod";
import { type GlobOutput, globOperation, visibleText } from "../../tools/index.js";
import { face } from "../face.js";

/** gemini-cli's glob: finds files by name, those changed last first. */
export function glob() {
  return face(globOperation, {
    name: "glob",
    description: `Finds files by their names and answers absolute paths, those changed last first.

- "**/*.js": JavaScript files in any folder. "src/**/*.ts": below src. "*.json": in the folder itself only.
- What .gitignore leaves out is not found unless respect_git_ignore is false; hidden files only when the pattern spells the dot.
- To search in the contents of files use search_file_content.`,
    inputSchema: z.object({
      pattern: z.string().describe('Glob pattern like "**/*.py" or "docs/*.md"'),
      dir_path: z.string().describe("Folder to search in. Default: the working directory").optional(),
      respect_git_ignore: z.boolean().describe("Leave out what .gitignore names; default true").optional(),
    }),
    toInput: ({ pattern, dir_path, respect_git_ignore }) => ({
      pattern,
      order: "newest" as const,
      ignored: respect_git_ignore === false,
      ...(dir_path !== undefined && { folder: dir_path }),
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
