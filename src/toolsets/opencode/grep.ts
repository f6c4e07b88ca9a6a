import * as z from "zod";
import { type GrepLimits, type GrepOutput, grepOperation, visibleText } from "../../tools/index.js";
import { face } from "../face.js";
import { folderParameter } from "../folder-parameter.js";
import { endedNotice, type OpenCodeResult, openCodeContent, unreadableNotice } from "./results/index.js";

/** OpenCode: LIMIT, the number of matches. */
const MAX_MATCHES = 100;

/** OpenCode: LIMIT and MAX_LINE_LENGTH. There is no limit per file: it may return one match more than the total. */
const LIMITS = {
  maxMatches: MAX_MATCHES,
  maxMatchesPerFile: MAX_MATCHES + 1,
  maxLineLength: 2_000,
} satisfies Partial<GrepLimits>;

/** Result of OpenCode's grep. */
export type OpenCodeGrepResult = OpenCodeResult<{ readonly matches: number; readonly truncated: boolean }>;

/** OpenCode's grep: lines in files, the last changed files first. */
export function grep() {
  return face(grepOperation, {
    name: "grep",
    description: `Finds lines in files by a regular expression and returns them by file with their numbers, most recently changed files first.

- The syntax is that of ripgrep (Rust). Matching is case-sensitive unless the pattern starts with "(?i)". Write \\{ and \\} for literal braces.
- Pass a folder as path, and the kind of files as include ("*.ts", "src/**/*.{js,jsx}").
- Hidden files are searched. Files that .gitignore excludes, .git, and files with secrets are not.
- At most ${LIMITS.maxMatches} matches are returned, each up to ${LIMITS.maxLineLength} characters.`,
    inputSchema: z.object({
      pattern: z.string().describe("Regular expression to search for in the contents of files"),
      path: folderParameter("Folder to search in. Default: the working directory."),
      include: z.string().describe('Which files to search, for example "*.js" or "*.{ts,tsx}"').optional(),
    }),
    toInput: ({ pattern, path, include }) => ({
      pattern,
      caseSensitive: true,
      hidden: true,
      exclude: ["**/.git/**"],
      order: "newest" as const,
      limits: LIMITS,
      wording: { glob: "include", literal: "a \\ before each character that is not to be special" },
      path,
      glob: include,
    }),
    toResult: grepResult,
    render: openCodeContent,
  });
}

function grepResult(output: GrepOutput, { pattern }: { readonly pattern: string }): OpenCodeGrepResult {
  const { total, more, stopped, unreadable, remarks } = output;
  const notices = [
    ...(stopped === "limit"
      ? [`(There are more; these are the first ${total}. Use a narrower pattern, path or include.)`]
      : []),
    ...endedNotice(stopped),
    ...unreadableNotice(unreadable),
    ...remarks.map((remark) => `(${remark})`),
  ];
  const found = total === 0 ? ["No files found"] : [`Found ${total} matches`, ...matchesByFile(output)];
  return {
    title: pattern,
    metadata: { matches: total, truncated: more },
    output: [...found, ...notices].join("\n\n"),
  };
}

/** Formats one block per file; the matches of a file are consecutive. */
function matchesByFile({ matches }: GrepOutput): string[] {
  const rows = new Map<string, string[]>();
  for (const { path, line, text, truncated } of matches) {
    let ofFile = rows.get(path);
    if (ofFile === undefined) {
      ofFile = [`${visibleText(path)}:`];
      rows.set(path, ofFile);
    }
    ofFile.push(`  Line ${line}: ${text}${truncated ? "..." : ""}`);
  }
  return [...rows.values()].map((ofFile) => ofFile.join("\n"));
}
