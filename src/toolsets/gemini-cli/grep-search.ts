import * as z from "zod";
import { inSeconds } from "../../text/index.js";
import { type GrepLimits, type GrepOutput, grepOperation } from "../../tools/index.js";
import { face } from "../face.js";
import { folderParameter } from "../folder-parameter.js";

/** gemini-cli's total_max_matches. */
const MAX_MATCHES = 100;

const LIMITS: Partial<GrepLimits> = {
  maxMatches: MAX_MATCHES,
  // More than the total, so that a single file is truncated by the limit that the notice states.
  maxMatchesPerFile: MAX_MATCHES + 1,
  maxLineLength: 2_000,
};

/** gemini-cli's grep_search (search_file_content before 2026): finds lines in files, grouped by file. */
export function grepSearch() {
  return face(grepOperation, {
    name: "grep_search",
    description: `Finds lines in files by a regular expression, with ripgrep, and returns them by file as "L12: text".

- The syntax is that of ripgrep (Rust); with fixed_strings the pattern is plain text. Matching ignores case unless case_sensitive is true.
- Search below a folder with dir_path, certain files with include ("*.ts").
- context, after and before add lines around each match, as "L11- text".
- At most ${MAX_MATCHES} matches are returned. Files that .gitignore excludes, hidden files and files with secrets are not searched.`,
    inputSchema: z.object({
      pattern: z.string().describe("Regex pattern"),
      dir_path: folderParameter("File or folder to search. Default: the working directory"),
      include: z.string().describe('Which files to search, like "*.js" or "src/**"').optional(),
      case_sensitive: z.boolean().describe("Whether matching is case-sensitive; default false").optional(),
      fixed_strings: z.boolean().describe("Take the pattern as plain text").optional(),
      context: z.int().min(0).describe("Lines to show before and after each match").optional(),
      after: z.int().min(0).describe("Lines to show after each match").optional(),
      before: z.int().min(0).describe("Lines to show before each match").optional(),
    }),
    toInput: ({ pattern, dir_path, include, case_sensitive, fixed_strings, context, after, before }) => ({
      pattern,
      limits: LIMITS,
      caseSensitive: case_sensitive === true,
      literal: fixed_strings === true,
      linesAfter: after ?? context ?? 0,
      linesBefore: before ?? context ?? 0,
      wording: { path: "dir_path", glob: "include", literal: "fixed_strings:true" },
      path: dir_path,
      glob: include,
    }),
    toResult: searchText,
  });
}

function searchText({ matches, total, more, stopped, unreadable, remarks, limits }: GrepOutput): string {
  const rows = [total === 0 ? "No matches found" : `Found ${total} ${total === 1 ? "match" : "matches"}`];
  let path: string | undefined;
  for (const { kind, shownPath, line, text, truncated } of matches) {
    if (shownPath !== path) {
      path = shownPath;
      rows.push("---", `File: ${path}`);
    }
    rows.push(`L${line}${kind === "match" ? ":" : "-"} ${text}${truncated ? "... [truncated]" : ""}`);
  }
  if (matches.length > 0) rows.push("---");
  if (stopped === "timeout" || stopped === "cancelled") {
    const why =
      stopped === "timeout" ? `after ${inSeconds(limits.maxDurationMs)}` : "when the call was cancelled";
    rows.push(`[The search was ended ${why}, before it had seen everything. Search fewer files.]`);
  } else if (more) {
    rows.push("[There is more. Use a narrower pattern, or search fewer files with dir_path or include.]");
  }
  if (unreadable.length > 0) {
    rows.push(`[Not searched, because it may not be read: ${unreadable.slice(0, 5).join(", ")}]`);
  }
  rows.push(...remarks.map((remark) => `[${remark}]`));
  return rows.join("\n");
}
