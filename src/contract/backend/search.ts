/** The files of a search. */
export interface SearchScope {
  /**
   * A directory, or for a text search also a single file. The path must be real (a result of
   * `FileSystem.resolve`); if it now leads elsewhere, a symlink was swapped in, and the search fails with
   * `changed-since-approval`.
   */
  readonly path: string;
  /** Globs relative to `path`; a file must match at least one. A leading `!` excludes. */
  readonly globs?: readonly string[];
  /** Includes hidden files. `.git` is never searched. Default false. */
  readonly hidden?: boolean | undefined;
  /** Includes files that `.gitignore` and similar files exclude. Default false. */
  readonly ignored?: boolean | undefined;
  /**
   * Names of file types as ripgrep defines them, for example `ts` or `py`: only files of these types are
   * searched. Unknown names fail with `invalid-input`.
   */
  readonly types?: readonly string[] | undefined;
  /**
   * The order of the files. `any` (default) is the fastest; `path` sorts by name, folder by folder; `newest`
   * sorts by time of change. The latter two return the same files first each time, and stop when the caller
   * leaves the loop: no further files are searched. They search one file at a time, so a complete search is
   * slower.
   */
  readonly order?: "any" | "path" | "newest";
  readonly signal: AbortSignal;
  /**
   * Called with the absolute path of a file or folder below `path` that the system does not allow to be read;
   * the search continues without it. Of very many, some may be omitted. Without this callback, a search that
   * found nothing and could not read everything fails with `search-failed`.
   */
  readonly onUnreadable?: (path: string) => void;
  /** Called at most once, before the first result, if a slower search replaces the backend's own. */
  readonly onSlow?: () => void;
  /**
   * Called with each link and binary file that is not searched, although the globs and ignore rules select it. A link
   * counts if it leads out of `path`: what it names inside `path` is searched under its own name. A path can be
   * reported more than once, and a search that is left early reports only some.
   */
  readonly onSkipped?: (skipped: SkippedEntry) => void;
}

/**
 * An entry that a search skipped. `links-uncounted`: the folder contains too many folders to examine all of them for
 * links.
 */
export interface SkippedEntry {
  readonly kind: "link" | "binary" | "links-uncounted";
  /** Absolute. */
  readonly path: string;
}

/** A search for lines of text. */
export interface TextSearch extends SearchScope {
  /** A regular expression in ripgrep's syntax, or the text itself when `literal`. */
  readonly pattern: string;
  readonly literal?: boolean;
  readonly caseSensitive?: boolean;
  readonly multiline?: boolean;
  /**
   * Returns the matched parts instead of the matching lines, one `TextMatch` for each, as ripgrep's `--only-matching`
   * does: `text` is the part, `line` the line where it starts. A part that spans several lines is returned line by
   * line. Empty parts, and empty lines of a part, are omitted; each part counts as a match for `maxMatchesPerFile`.
   * The lines around a match remain whole. Counts are not affected. Default false.
   */
  readonly onlyMatching?: boolean;
  /**
   * Maximum matches per file; after that the search of the file ends, and the lines around the last match end
   * before the next one.
   */
  readonly maxMatchesPerFile?: number;
  /** Lines to return before and after each match. Default 0. */
  readonly contextLines?: number;
  /** Lines before each match, instead of `contextLines`. */
  readonly linesBefore?: number;
  /** Lines after each match, instead of `contextLines`. */
  readonly linesAfter?: number;
}

/** One line that a text search found, or with `onlyMatching` one part of a line. */
export interface TextMatch {
  readonly kind: "match" | "context";
  /** Absolute. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Without the line end; may be very long. */
  readonly text: string;
  /** Set for each line after the first of a match that spans several lines. */
  readonly continues?: true;
}

/** The number of matching lines of a file. */
export interface MatchCount {
  /** Absolute. */
  readonly path: string;
  /** At least 1; in a multiline search the number of matches, not lines. */
  readonly count: number;
}

/**
 * The search port of a backend.
 *
 * Both searches stream and do not follow symlinks; leaving the loop early ends the search and its process.
 * Failures are `ToolError`s: `invalid-pattern`, `not-found`, `not-a-directory`, `special-file`,
 * `changed-since-approval`, `search-failed`.
 */
export interface Search {
  /** Yields the absolute paths of files. */
  files(request: SearchScope): AsyncIterable<string>;
  text(request: TextSearch): AsyncIterable<TextMatch>;
  /**
   * Counts matches instead of returning lines, where the backend can do that faster; ignores the limits and
   * context of the request.
   */
  count?(request: TextSearch): AsyncIterable<MatchCount>;
}
