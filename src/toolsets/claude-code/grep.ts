import * as z from "zod";
import { inSeconds } from "../../text/index.js";
import { type GrepLimits, type GrepOutput, grepOperation } from "../../tools/index.js";
import { face } from "../face.js";
import { folderParameter } from "../folder-parameter.js";

/** Lines, or files, that one call returns (Claude Code). */
const MAX_LINES = 250;

const LIMITS: Partial<GrepLimits> = {
  maxMatches: MAX_LINES,
  // More than the total, so that a single file is truncated by the limit that the notice states.
  maxMatchesPerFile: MAX_LINES + 1,
  maxFiles: MAX_LINES,
  maxLineLength: 500,
};

/** Claude Code's Grep: finds lines in files, or the files, or counts them. */
export function grep() {
  return face(grepOperation, {
    name: "Grep",
    description: `Finds lines in files by a regular expression, with ripgrep.

- output_mode: "content" (default) returns the lines as "path:line:text", "files_with_matches" the paths alone, "count" the number of lines of each file.
- The syntax is that of ripgrep (Rust): write \\{ and \\} for literal braces.
- Search below a folder with path, certain files with glob ("*.ts"). Matching is case-sensitive unless -i is true.
- -A, -B and -C add lines after, before and around each match.
- -o returns each matched part on its own row as "path:line:part" instead of the whole line, in output_mode "content" only.
- At most ${MAX_LINES} lines are returned; head_limit requests fewer. Files that .gitignore excludes, hidden files and files with secrets are not searched.`,
    inputSchema: z.object({
      pattern: z.string().describe("Regex pattern"),
      path: folderParameter("File or directory to search. Default: the working directory"),
      glob: z.string().describe('File filter, like "*.ts" or "src/**/*.py"').optional(),
      output_mode: z
        .enum(["content", "files_with_matches", "count"])
        .describe('Output to return. Default "content"')
        .optional(),
      "-i": z.boolean().describe("Case-insensitive").optional(),
      "-A": z.int().min(0).describe("Lines to show after each match").optional(),
      "-B": z.int().min(0).describe("Lines to show before each match").optional(),
      "-C": z.int().min(0).describe("Lines to show before and after each match").optional(),
      "-n": z.boolean().describe("Show line numbers. Default true").optional(),
      "-o": z
        .boolean()
        .describe('Show only the matched parts, each on its own row. Only in output_mode "content"')
        .optional(),
      head_limit: z
        .int()
        .min(0)
        .describe(`Lines, or files, to return; 0 for the most, ${MAX_LINES}`)
        .optional(),
      offset: z.int().min(0).describe("Lines, or files, to skip before them").optional(),
      type: z.string().describe('File type as ripgrep names it, like "js" or "py"').optional(),
      multiline: z.boolean().describe("Let a match span several lines").optional(),
    }),
    parameterAliases: { "-i": ["ignore_case", "case_insensitive"], "-C": ["context"] },
    toInput: (input) => {
      const { pattern, path, glob, output_mode: mode, head_limit: limit, offset, type, multiline } = input;
      return {
        pattern,
        caseSensitive: input["-i"] !== true,
        limits: LIMITS,
        limit: limit === undefined || limit === 0 ? MAX_LINES : Math.min(limit, MAX_LINES),
        // An offset orders the search, which takes longer.
        offset: offset === 0 ? undefined : offset,
        linesAfter: input["-A"] ?? input["-C"] ?? 0,
        linesBefore: input["-B"] ?? input["-C"] ?? 0,
        wording: { literal: "\\ before each special character" },
        path,
        glob,
        mode,
        types: type === undefined ? undefined : [type],
        multiline,
        ...(input["-o"] === true && { onlyMatching: true }),
      };
    },
    toResult: grepText,
  });
}

function grepText(output: GrepOutput, input: { readonly "-n"?: boolean | undefined }): string {
  const rows = rowsOf(output, { showsNumbers: input["-n"] !== false });
  const notices = noticesOf(output);
  // A search that ended early may have missed the matches, and then its notice is the whole answer.
  if (rows.length === 0 && notices.length === output.remarks.length) rows.push("No matches found");
  return [...rows, ...notices].join("\n");
}

function rowsOf(
  { mode, matches, files, total, totalFiles }: GrepOutput,
  { showsNumbers }: { readonly showsNumbers: boolean },
): string[] {
  switch (mode) {
    case "content":
      return matches.map(({ kind, shownPath, line, text, truncated }) => {
        const mark = kind === "match" ? ":" : "-";
        const number = showsNumbers ? `${line}${mark}` : "";
        return `${shownPath}${mark}${number}${text}${truncated ? "..." : ""}`;
      });
    case "files_with_matches":
      return files.map(({ shownPath }) => shownPath);
    case "count":
      if (files.length === 0) return [];
      return [
        ...files.map(({ shownPath, count }) => `${shownPath}:${count}`),
        `[${total} in ${totalFiles} ${totalFiles === 1 ? "file" : "files"}]`,
      ];
  }
}

function noticesOf({ stopped, more, unreadable, remarks, limits }: GrepOutput): string[] {
  const notices: string[] = [];
  if (stopped === "timeout" || stopped === "cancelled") {
    const why =
      stopped === "timeout" ? `after ${inSeconds(limits.maxDurationMs)}` : "when the call was cancelled";
    notices.push(`[The search was ended ${why}, before it had seen everything. Search fewer files.]`);
  } else if (more) {
    notices.push("[There is more. Use a narrower pattern, or search fewer files with path or glob.]");
  }
  if (unreadable.length > 0) {
    notices.push(`[Not searched, because it may not be read: ${unreadable.slice(0, 5).join(", ")}]`);
  }
  return [...notices, ...remarks.map((remark) => `[${remark}]`)];
}
