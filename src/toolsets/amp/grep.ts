import * as z from "zod";
import { DEFAULT_GREP_LIMITS, type GrepOutput, grepOperation } from "../../tools/index.js";
import { face } from "../face.js";
import { PATH_NAMES } from "./parameter-names.js";

/** Seed 000's answer when nothing was found, word for word. */
const NO_RESULTS = [
  "No results found.",
  "If you meant to search for a literal string, run Grep again with literal:true.",
] as const;

/** Files that are named one by one in a notice. */
const MAX_NAMED_FILES = 5;

/** Seed 000's Grep: finds lines in files. */
export const grep = face(grepOperation, {
  name: "Grep",
  description: `Finds lines in files by a regular expression and answers them as "path:line: text".

- The syntax is that of ripgrep (Rust): write \\{ and \\} for braces that stand for themselves. With literal:true the pattern is plain text.
- Upper and lower case are the same unless caseSensitive is true.
- Search one file or folder with path, or certain files with glob ("*.ts", "src/**/*.py"), not both. Without either the working directory is searched.
- At most ${DEFAULT_GREP_LIMITS.maxMatchesPerFile} lines of a file and ${DEFAULT_GREP_LIMITS.maxMatches} in all are shown, each up to ${DEFAULT_GREP_LIMITS.maxLineLength} characters.
- What .gitignore leaves out, hidden files and files with secrets are not searched.`,
  inputSchema: z.object({
    pattern: z.string().describe("Regex pattern to search for"),
    path: z.string().describe("File or directory path. Cannot use with glob.").optional(),
    glob: z.string().describe("Glob pattern for files. Cannot use with path.").optional(),
    caseSensitive: z.boolean().describe("Case-sensitive search (default: false)").optional(),
    literal: z.boolean().describe("Treat pattern as literal string, not regex").optional(),
  }),
  aliases: ["grep"],
  parameterAliases: { path: PATH_NAMES, glob: ["include"] },
  toInput: ({ pattern, path, glob, caseSensitive, literal }) => ({
    pattern,
    ...(path !== undefined && { path }),
    ...(glob !== undefined && { glob }),
    ...(caseSensitive !== undefined && { caseSensitive }),
    ...(literal !== undefined && { literal }),
  }),
  toResult: ampGrepResult,
  render: (result) => result.join("\n"),
});

function ampGrepResult(output: GrepOutput): readonly string[] {
  const { matches, limits } = output;
  if (matches.length === 0) return NO_RESULTS;
  const rows = matches.map(
    ({ shownPath, line, text, cut }) => `${shownPath}:${line}: ${text}${cut ? "..." : ""}`,
  );
  const notice = cutNotice(output, limits);
  return notice === undefined ? rows : [...rows, notice];
}

function cutNotice(
  { stoppedEarly, filesCut }: GrepOutput,
  { maxMatches, maxMatchesPerFile }: GrepOutput["limits"],
): string | undefined {
  const sentences: string[] = [];
  if (stoppedEarly) {
    sentences.push(
      `These are the first ${maxMatches} matches; there are more. Use a narrower pattern, or search fewer files with path or glob.`,
    );
  }
  if (filesCut.length > 0) {
    const named = filesCut.slice(0, MAX_NAMED_FILES).join(", ");
    const others =
      filesCut.length > MAX_NAMED_FILES ? ` and ${filesCut.length - MAX_NAMED_FILES} more files` : "";
    sentences.push(
      `Only the first ${maxMatchesPerFile} matches are shown of ${named}${others}. Use a narrower pattern, or Read the file.`,
    );
  }
  return sentences.length === 0 ? undefined : `[${sentences.join(" ")}]`;
}
