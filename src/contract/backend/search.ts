/** Which files a search looks at. */
export interface SearchScope {
  /**
   * A directory, or for a text search also a single file. The path must be real (as `FileSystem.resolve` gives it): when it
   * leads elsewhere by now, a symlink was swapped in, and the search fails with `changed-since-approval`.
   */
  readonly path: string;
  /** Globs that a file must match (any of them), relative to `path`; `!` in front excludes. */
  readonly globs?: readonly string[];
  /** Also hidden files. `.git` is never searched. Default false. */
  readonly hidden?: boolean;
  /** Also what `.gitignore` and its kin leave out. Default false. */
  readonly ignored?: boolean;
  /** Names of file types, `ts` or `py` for example, as ripgrep has them: only files of any of them. `invalid-input` for others. */
  readonly types?: readonly string[];
  /**
   * The order of the files. `any` (default) is the fastest; `path` is by name, folder by folder; `newest` by time of change.
   * The latter two give the same files first each time, and end as soon as the loop is left: no more is searched than is
   * taken. They search one file at a time, which makes a search to the end slower.
   */
  readonly order?: "any" | "path" | "newest";
  readonly signal: AbortSignal;
  /**
   * Called with the absolute path of a file or folder below `path` that the system does not let be read; the search goes on
   * without it. Of very many, some may be left out. Without this a search that found nothing and could not read everything
   * fails with `search-failed`.
   */
  readonly onUnreadable?: (path: string) => void;
}

/** A search for lines of text. */
export interface TextSearch extends SearchScope {
  /** A regular expression in ripgrep's syntax, or the text itself when `literal`. */
  readonly pattern: string;
  readonly literal?: boolean;
  readonly caseSensitive?: boolean;
  readonly multiline?: boolean;
  /** After so many matches in a file it is left; lines around the last one end where the next match would be. */
  readonly maxMatchesPerFile?: number;
  /** Lines to give before and after each match. Default 0. */
  readonly contextLines?: number;
  /** Lines before each match, in place of `contextLines`. */
  readonly linesBefore?: number;
  /** Lines after each match, in place of `contextLines`. */
  readonly linesAfter?: number;
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
  /** Set for the second line and on of a match that runs over several. */
  readonly continues?: true;
}

/** How many lines of a file match. */
export interface MatchCount {
  /** Absolute. */
  readonly path: string;
  /** At least 1; in a multiline search matches, not lines. */
  readonly count: number;
}

/**
 * The search port of a backend.
 *
 * Both searches stream, symlinks are not followed, and leaving the loop early ends the search and its process.
 * Failures are `ToolError`s: `invalid-pattern`, `not-found`, `not-a-directory`, `special-file`, `changed-since-approval`,
 * `ripgrep-missing`, `search-failed`.
 */
export interface Search {
  /** Absolute paths of files. */
  files(request: SearchScope): AsyncIterable<string>;
  text(request: TextSearch): AsyncIterable<TextMatch>;
  /** Counts instead of giving lines, where the backend can do that faster; limits and context of the request do not count. */
  count?(request: TextSearch): AsyncIterable<MatchCount>;
}
