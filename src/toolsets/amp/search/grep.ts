import * as z from "zod";
import { inSeconds } from "../../../text/index.js";
import { DEFAULT_GREP_LIMITS, type GrepOutput, grepOperation } from "../../../tools/index.js";
import { face } from "../../face.js";
import { folderParameter } from "../../folder-parameter.js";
import { PATH_NAMES } from "../parameter-names.js";

/** Amp's message when nothing was found, word for word. */
const NO_RESULTS = [
  "No results found.",
  "If you meant to search for a literal string, run Grep again with literal:true.",
] as const;

/** Number of files that a notice names. */
const MAX_NAMED_FILES = 5;

/** Amp's Grep: finds lines in files. */
export const grep = () =>
  face(grepOperation, {
    name: "Grep",
    description: `Finds lines in files by a regular expression and returns them as "path:line: text".

- The syntax is that of ripgrep (Rust): write \\{ and \\} for literal braces. With literal:true the pattern is plain text.
- Matching ignores case unless caseSensitive is true.
- Search one file or folder with path, or certain files with glob ("*.ts", "src/**/*.py"), not both. Without either the working directory is searched.
- At most ${DEFAULT_GREP_LIMITS.maxMatchesPerFile} lines of a file and ${DEFAULT_GREP_LIMITS.maxMatches} in all are shown, each up to ${DEFAULT_GREP_LIMITS.maxLineLength} characters.
- Files that .gitignore excludes, hidden files and files with secrets are not searched.`,
    inputSchema: z.object({
      pattern: z.string().describe("Regex pattern to search for"),
      path: folderParameter("File or directory path. Cannot use with glob."),
      glob: z.string().describe("Glob pattern for files. Cannot use with path.").optional(),
      caseSensitive: z.boolean().describe("Case-sensitive search (default: false)").optional(),
      literal: z.boolean().describe("Treat pattern as literal string, not regex").optional(),
    }),
    aliases: ["grep"],
    parameterAliases: { path: PATH_NAMES, glob: ["include"] },
    toInput: ({ pattern, path, glob, caseSensitive, literal }) => ({
      pattern,
      pathOrGlob: true,
      path,
      glob,
      caseSensitive,
      literal,
    }),
    toResult: ampGrepResult,
    render: (result) => result.join("\n"),
  });

function ampGrepResult(output: GrepOutput): readonly string[] {
  const { matches } = output;
  const notice = omissionNotice(output);
  if (matches.length === 0) return notice === undefined ? NO_RESULTS : [...NO_RESULTS, notice];
  const rows = matches.map(
    ({ shownPath, line, text, truncated }) => `${shownPath}:${line}: ${text}${truncated ? "..." : ""}`,
  );
  return notice === undefined ? rows : [...rows, notice];
}

function omissionNotice({
  stopped,
  truncatedFiles,
  unreadable,
  remarks,
  limits,
}: GrepOutput): string | undefined {
  const { maxMatches, maxMatchesPerFile, maxDurationMs } = limits;
  const sentences: string[] = [];
  if (stopped === "timeout" || stopped === "cancelled") {
    const why = stopped === "timeout" ? `after ${inSeconds(maxDurationMs)}` : "when the call was cancelled";
    sentences.push(
      `The search was ended ${why}, before it had seen everything. Search fewer files with path or glob.`,
    );
  }
  if (stopped === "limit") {
    sentences.push(
      `These are the first ${maxMatches} matches; there are more. Use a narrower pattern, or search fewer files with path or glob.`,
    );
  }
  if (truncatedFiles.length > 0) {
    sentences.push(
      `Only the first ${maxMatchesPerFile} matches are shown of ${named(truncatedFiles)}. Use a narrower pattern, or Read the file.`,
    );
  }
  if (unreadable.length > 0)
    sentences.push(`Not searched, because it may not be read: ${named(unreadable)}.`);
  sentences.push(...remarks);
  return sentences.length === 0 ? undefined : `[${sentences.join(" ")}]`;
}

function named(files: readonly string[]): string {
  const first = files.slice(0, MAX_NAMED_FILES).join(", ");
  return files.length > MAX_NAMED_FILES ? `${first} and ${files.length - MAX_NAMED_FILES} more` : first;
}
