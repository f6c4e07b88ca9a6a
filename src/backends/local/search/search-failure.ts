import { join } from "node:path";
import { type SearchScope, ToolError } from "../../../contract/index.js";
import type { RipgrepEnd } from "./ripgrep-process.js";

/** ripgrep's exit code if at least one file or directory could not be read, or if the search failed. */
const EXIT_WITH_ERRORS = 2;

/** Start of ripgrep's message about an unreadable entry below the folder it runs in. */
const UNREADABLE_START = /^rg: \.[\\/]/;

/** End of such a message. */
const OS_ERROR = / \(os error \d{1,9}\)$/;

const UNKNOWN_TYPE = /unrecognized file type: (.*)$/m;

const PATTERN_COMPLAINT =
  /regex parse error|error parsing|is not allowed in a regex|exceeds size limit|impossible to match/;

/** A search that has ended. */
export interface EndedSearch {
  readonly scope: Pick<SearchScope, "path" | "onUnreadable">;
  /** Whether something was found, even if it was filtered out. */
  readonly found: boolean;
  /** Returns whether an entry below the searched folder has a name, as ripgrep prints it after `./`. */
  readonly names: (name: string) => boolean;
}

/**
 * Throws unless the results of a search are usable.
 *
 * Exit code 1 means that nothing was found. Code 2 with results means that something could not be read: the
 * results count, and `onUnreadable` receives the paths. Otherwise throws `invalid-pattern` with ripgrep's own
 * message, or `search-failed`.
 *
 * ripgrep also names entries that it met after a folder was replaced by a symlink: names of no entry below the
 * searched folder are left out.
 */
export function requireCleanEnd(end: RipgrepEnd, { scope, found, names }: EndedSearch): void {
  const { path: searchPath, onUnreadable } = scope;
  if (end.exitCode < EXIT_WITH_ERRORS) return;
  if (PATTERN_COMPLAINT.test(end.complaint)) {
    throw new ToolError(
      `The pattern is not a valid regular expression for ripgrep. ${withoutAdvice(end.complaint)}`,
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
  for (const name of unreadable) if (names(name)) onUnreadable?.(join(searchPath, name));
  if (found || unreadable.length > 0) return;
  const isShown = (line: string) => {
    const name = unreadableName(line);
    return name === undefined || names(name);
  };
  const reason = end.complaint.split("\n").filter(isShown).join("\n");
  throw new ToolError(
    `The search in '${searchPath}' failed (ripgrep exit code ${end.exitCode}): ${reason || "no reason was given"}`,
    { code: "search-failed", absolutePath: searchPath },
  );
}

/**
 * Returns the unreadable paths, relative to the searched folder, without duplicates; none if ripgrep reports
 * any other error.
 */
function unreadableNames(complaint: string): readonly string[] {
  const names = new Set<string>();
  for (const line of complaint.split("\n")) {
    const name = unreadableName(line);
    if (name === undefined) return [];
    names.add(name);
  }
  return [...names];
}

/**
 * Returns the name between the start and the last colon: a name may contain colons, system messages do not.
 */
function unreadableName(line: string): string | undefined {
  const start = UNREADABLE_START.exec(line)?.[0].length;
  const end = OS_ERROR.exec(line)?.index;
  if (start === undefined || end === undefined) return undefined;
  // At least one character stands between the colon and the end.
  const colon = line.lastIndexOf(": ", end - ": ".length - 1);
  return colon > start ? line.slice(start, colon) : undefined;
}

/** Removes ripgrep's advice about command line flags, which the reader cannot set. */
function withoutAdvice(complaint: string): string {
  return (complaint.split("\n\nConsider")[0] ?? complaint).replace(/^rg: /, "");
}
