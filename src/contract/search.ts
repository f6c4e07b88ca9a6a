/** Which files a search looks at. */
export interface SearchScope {
  /** Absolute; a directory, or for a text search also a single file. */
  readonly path: string;
  /** Globs that a file must match (any of them), relative to `path`; `!` in front excludes. */
  readonly globs?: readonly string[];
  /** Also hidden files. `.git` is never searched. Default false. */
  readonly hidden?: boolean;
  /** Also what `.gitignore` and its kin leave out. Default false. */
  readonly ignored?: boolean;
  readonly signal: AbortSignal;
}

/** A search for lines of text. */
export interface TextSearch extends SearchScope {
  /** A regular expression in ripgrep's syntax, or the text itself when `literal`. */
  readonly pattern: string;
  readonly literal?: boolean;
  readonly caseSensitive?: boolean;
  readonly multiline?: boolean;
  readonly maxMatchesPerFile?: number;
  readonly contextLines?: number;
}

/** One line that a text search found. */
export interface TextMatch {
  readonly kind: "match" | "context";
  /** Absolute. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Without its line end; may be very long. */
  readonly text: string;
}

/**
 * The search port of a backend.
 *
 * Both searches stream, symlinks are not followed, and leaving the loop early ends the search and its process.
 * Failures are `ToolError`s: `invalid-pattern`, `not-found`, `ripgrep-missing`, `search-failed`.
 */
export interface Search {
  /** Absolute paths of files. */
  files(request: SearchScope): AsyncIterable<string>;
  text(request: TextSearch): AsyncIterable<TextMatch>;
}
