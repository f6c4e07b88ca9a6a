import type { GrepLimits, GrepMode } from "./grep-input.js";
import type { SearchStop } from "./search-watch.js";

/** A matching line, with `onlyMatching` a matched part of a line, or a context line. */
export interface GrepMatch {
  readonly kind: "match" | "context";
  /** Absolute. */
  readonly path: string;
  /** Relative to the session's cwd if it is inside; control characters escaped. */
  readonly shownPath: string;
  /** 1-based. */
  readonly line: number;
  /** At most `maxLineLength` code units of the line or part; control characters escaped. */
  readonly text: string;
  /** Whether the line or part is longer than `text`. */
  readonly truncated: boolean;
}

/** One file with matches. */
export interface GrepFile {
  /** Absolute. */
  readonly path: string;
  /** Relative to the session's cwd if it is inside; control characters escaped. */
  readonly shownPath: string;
  /** Its matching lines; matches in a multiline search. Only in the mode `count`. */
  readonly count?: number;
}

/** Result of a search. */
export interface GrepOutput {
  readonly mode: GrepMode;
  /**
   * In the mode `content`: lines, those of one file together and in order. The files are sorted by path, or the newest
   * first.
   */
  readonly matches: readonly GrepMatch[];
  /** The returned files, or the files of the returned lines, each once. */
  readonly files: readonly GrepFile[];
  /**
   * Returned matches (`content`), returned files (`files_with_matches`), or all matches of all counted files (`count`).
   */
  readonly total: number;
  /** In the mode `count`: files counted, returned or not. Otherwise the number of `files`. */
  readonly totalFiles: number;
  /** Whether there are more results after the returned ones. */
  readonly more: boolean;
  /** Why the search ended early; absent when it was complete. */
  readonly stopped?: SearchStop;
  /** Files, as displayed, with more than `maxMatchesPerFile` matches. */
  readonly truncatedFiles: readonly string[];
  /** Unreadable files and folders, as displayed. */
  readonly unreadable: readonly string[];
  /** Sentences about how the search was carried out. */
  readonly remarks: readonly string[];
  readonly limits: GrepLimits;
}
