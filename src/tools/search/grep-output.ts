import type { GrepLimits, GrepMode } from "./grep-input.js";
import type { SearchStop } from "./search-watch.js";

/** One line that was found, or that is near one. */
export interface GrepMatch {
  readonly kind: "match" | "context";
  /** Absolute. */
  readonly path: string;
  /** Relative to the session's cwd where it lies below; control characters escaped. */
  readonly shownPath: string;
  /** 1-based. */
  readonly line: number;
  /** At most `maxLineLength` code units of the line; control characters escaped. */
  readonly text: string;
  /** Whether the line is longer than `text`. */
  readonly cut: boolean;
}

/** One file with matches. */
export interface GrepFile {
  /** Absolute. */
  readonly path: string;
  /** Relative to the session's cwd where it lies below; control characters escaped. */
  readonly shownPath: string;
  /** Lines of it that match; matches in a multiline search. Only in the mode `count`. */
  readonly count?: number;
}

/** What was found. */
export interface GrepOutput {
  readonly mode: GrepMode;
  /** In the mode `content`: lines, those of one file together and in order. The files are sorted by path, or the newest first. */
  readonly matches: readonly GrepMatch[];
  /** The files that are given, or whose lines are, each once. */
  readonly files: readonly GrepFile[];
  /**
   * Matches that are given (`content`), files that are given (`files_with_matches`), or all matches of all files counted
   * (`count`).
   */
  readonly total: number;
  /** In the mode `count`: files counted, given or not. Otherwise the number of `files`. */
  readonly totalFiles: number;
  /** Whether something was found behind what is given. */
  readonly more: boolean;
  /** Why the search ended before it had seen everything; absent when it saw everything. */
  readonly stopped?: SearchStop;
  /** Files, as shown, with more than `maxMatchesPerFile` matches. */
  readonly filesCut: readonly string[];
  /** Files and folders, as shown, that the system does not let be read. */
  readonly unreadable: readonly string[];
  readonly limits: GrepLimits;
}
