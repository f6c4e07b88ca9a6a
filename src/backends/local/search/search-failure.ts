import { join } from "node:path";
import { type SearchScope, ToolError } from "../../../contract/index.js";
import type { RipgrepEnd } from "./ripgrep-process.js";

/** ripgrep's exit code when at least one file or directory could not be read, or when nothing could be done at all. */
const EXIT_WITH_ERRORS = 2;

/** What ripgrep says about something below the folder it runs in that it may not read. */
const UNREADABLE_START = /^rg: \.[\\/]/;

/** The end of such a complaint. */
const OS_ERROR = / \(os error \d{1,9}\)$/;

const UNKNOWN_TYPE = /unrecognized file type: (.*)$/m;

const PATTERN_COMPLAINT =
  /regex parse error|error parsing|is not allowed in a regex|exceeds size limit|impossible to match/;

/**
 * Throws unless a search ended well enough for its results to be used.
 *
 * Exit code 1 means nothing was found. Code 2 with results means that something could not be read, which the caller is told
 * of where it wants to know; the results count. Otherwise it is `invalid-pattern` with ripgrep's own words, or `search-failed`.
 */
export function requireCleanEnd(
  end: RipgrepEnd,
  { path: searchPath, onUnreadable }: Pick<SearchScope, "path" | "onUnreadable">,
  foundSomething: boolean,
): void {
  if (end.exitCode < EXIT_WITH_ERRORS) return;
  if (PATTERN_COMPLAINT.test(end.complaint)) {
    throw new ToolError(
      `The pattern is not a valid regular expression for ripgrep. ${withoutAdvice(end.complaint)}\nTo search for the text as it stands, use the literal option, or put \\ in front of special characters such as { and (.`,
      { code: "invalid-pattern" },
    );
  }
  const unknownType = UNKNOWN_TYPE.exec(end.complaint)?.[1];
  if (unknownType !== undefined) {
    throw new ToolError(
      `The file type '${unknownType}' is not known to ripgrep. Use a glob instead, for example "**/*.${unknownType}".`,
      { code: "invalid-input" },
    );
  }
  const unreadable = onUnreadable === undefined ? [] : unreadableNames(end.complaint);
  for (const name of unreadable) onUnreadable?.(join(searchPath, name));
  if (foundSomething || unreadable.length > 0) return;
  throw new ToolError(
    `The search in '${searchPath}' failed (ripgrep exit code ${end.exitCode}): ${end.complaint || "no reason was given"}`,
    { code: "search-failed", absolutePath: searchPath },
  );
}

/** Relative to the folder that was searched, each once; none when ripgrep complains about something else as well. */
function unreadableNames(complaint: string): readonly string[] {
  const names = new Set<string>();
  for (const line of complaint.split("\n")) {
    const name = unreadableName(line);
    if (name === undefined) return [];
    names.add(name);
  }
  return [...names];
}

/** Returns the name between the start and the last colon: a name may hold colons, the words of the system do not. */
function unreadableName(line: string): string | undefined {
  const start = UNREADABLE_START.exec(line)?.[0].length;
  const end = OS_ERROR.exec(line)?.index;
  if (start === undefined || end === undefined) return undefined;
  // At least one character stands between the colon and the end.
  const colon = line.lastIndexOf(": ", end - ": ".length - 1);
  return colon > start ? line.slice(start, colon) : undefined;
}

/** ripgrep advises flags of its command line, which whoever reads this cannot give. */
function withoutAdvice(complaint: string): string {
  return (complaint.split("\n\nConsider")[0] ?? complaint).replace(/^rg: /, "");
}
