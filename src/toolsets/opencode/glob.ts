import * as z from "zod";
import { type GlobOutput, globOperation, visibleText } from "../../tools/index.js";
import { face } from "../face.js";
import { folderParameter } from "../folder-parameter.js";
import { endedNotice, type OpenCodeResult, openCodeContent, unreadableNotice } from "./results/index.js";

/** OpenCode: LIMIT. */
const MAX_FILES = 100;

/** Result of OpenCode's glob. */
export type OpenCodeGlobResult = OpenCodeResult<{ readonly count: number; readonly truncated: boolean }>;

/** OpenCode's glob: finds files by name, the last changed first. */
export function glob() {
  return face(globOperation, {
    name: "glob",
    description: `Finds files by name and returns absolute paths, most recently changed first.

- "**/*.js" finds JavaScript files in any folder, "src/**/*.{ts,tsx}" below src only.
- Hidden files are found. Files that .gitignore excludes, and .git, are not.
- At most ${MAX_FILES} files are returned. To search in the contents of files, use grep.
- Several searches can be sent together.`,
    inputSchema: z.object({
      pattern: z.string().describe("Glob pattern that the files must match"),
      path: folderParameter("Folder to search in. Default: the working directory"),
    }),
    toInput: ({ pattern, path }) => ({
      pattern,
      hidden: true,
      exclude: ["**/.git/**"],
      order: "newest" as const,
      count: "page" as const,
      limit: MAX_FILES,
      folder: path,
    }),
    toResult: globResult,
    render: openCodeContent,
  });
}

function globResult(output: GlobOutput, { pattern }: { readonly pattern: string }): OpenCodeGlobResult {
  const { files, remaining, stopped, onlyIgnored, unreadable, remarks } = output;
  const found = files.length === 0 ? "No files found" : files.map(visibleText).join("\n");
  const notices = [
    ...(remaining > 0
      ? [`(There are more; these are the ${files.length} changed last. Use a narrower pattern or path.)`]
      : []),
    ...(onlyIgnored ? ["(Some matching files are excluded by .gitignore or similar files.)"] : []),
    ...endedNotice(stopped),
    ...unreadableNotice(unreadable),
    ...remarks.map((remark) => `(${remark})`),
  ];
  return {
    title: pattern,
    metadata: { count: files.length, truncated: remaining > 0 },
    output: [found, ...notices].join("\n\n"),
  };
}
