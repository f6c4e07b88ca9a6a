import { ToolError } from "../../contract/index.js";
import type { RipgrepEnd } from "./ripgrep-process.js";

/** ripgrep's exit code when at least one file or directory could not be read, or when nothing could be done at all. */
const EXIT_WITH_ERRORS = 2;

const PATTERN_COMPLAINT =
  /regex parse error|error parsing|is not allowed in a regex|exceeds size limit|impossible to match/;

/**
 * Throws unless a search ended well enough for its results to be used.
 *
 * Exit code 1 means nothing was found. Code 2 with results means that something could not be read; the results count.
 * Otherwise it is `invalid-pattern` with ripgrep's own words, or `search-failed`.
 */
export function requireCleanEnd(end: RipgrepEnd, searchPath: string, foundSomething: boolean): void {
  if (end.exitCode < EXIT_WITH_ERRORS) return;
  if (PATTERN_COMPLAINT.test(end.complaint)) {
    throw new ToolError(
      `The pattern is not a valid regular expression for ripgrep. ${withoutAdvice(end.complaint)}\nTo search for the text as it stands, use the literal option, or put \\ in front of special characters such as { and (.`,
      { code: "invalid-pattern" },
    );
  }
  if (foundSomething) return;
  throw new ToolError(
    `The search in '${searchPath}' failed (ripgrep exit code ${end.exitCode}): ${end.complaint || "no reason was given"}`,
    { code: "search-failed", absolutePath: searchPath },
  );
}

/** ripgrep advises flags of its command line, which whoever reads this cannot give. */
function withoutAdvice(complaint: string): string {
  return (complaint.split("\n\nConsider")[0] ?? complaint).replace(/^rg: /, "");
}
