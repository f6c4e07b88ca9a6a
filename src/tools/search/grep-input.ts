import { ToolError } from "../../contract/index.js";
import { globBase } from "./search-location.js";

/** Limits of a search: the numbers of the Amp specification, unless a toolset sets others. */
export interface GrepLimits {
  /** Matches that are shown of one file; further ones are counted. */
  readonly maxMatchesPerFile: number;
  /** UTF-16 code units of a line; a longer one is truncated. */
  readonly maxLineLength: number;
  /** Matches in all files together; the search ends at this number. */
  readonly maxMatches: number;
  /** Files returned in the modes `files_with_matches` and `count`; the former ends at this number. */
  readonly maxFiles: number;
  /** Milliseconds after which the search ends with the matches found so far. */
  readonly maxDurationMs: number;
}

/**
 * Default limits of a text search: MAX_MATCHES_PER_FILE, MAX_LINE_LENGTH and MAX_TOTAL_RESULTS of the Amp specification.
 * Collet chose the others.
 */
export const DEFAULT_GREP_LIMITS: GrepLimits = {
  maxMatchesPerFile: 10,
  maxLineLength: 200,
  maxMatches: 100,
  maxFiles: 1_000,
  maxDurationMs: 60_000,
};

/** The model's names of the parameters in error messages. */
export interface GrepWording {
  readonly pattern: string;
  readonly path: string;
  readonly glob: string;
  /** How to request a literal search, as the model would write it. */
  readonly literal: string;
}

export const DEFAULT_GREP_WORDING: GrepWording = {
  pattern: "pattern",
  path: "path",
  glob: "glob",
  literal: "literal:true",
};

/** Result of a search: lines, the files with matches, or the number of lines of each. */
export type GrepMode = "content" | "files_with_matches" | "count";

/** Input of a text search. */
export interface GrepInput {
  /** A regular expression in Rust's syntax, or the literal text with `literal`. */
  readonly pattern: string;
  /** A file or a folder. Default: the session's cwd. */
  readonly path?: string | undefined;
  /** Glob of the files to search; without a slash it applies in every folder, otherwise it is relative to `path`. */
  readonly glob?: string | undefined;
  /** Refuses a path together with a glob (Amp specification). Default false. */
  readonly pathOrGlob?: boolean | undefined;
  /** Globs of files to omit, read like `glob`. */
  readonly exclude?: readonly string[] | undefined;
  /** File types as ripgrep names them: `ts`, `py`. */
  readonly types?: readonly string[] | undefined;
  /** Default `content`. */
  readonly mode?: GrepMode | undefined;
  /** Default false. */
  readonly caseSensitive?: boolean | undefined;
  /** Default false. */
  readonly literal?: boolean | undefined;
  /** Whether a match may span lines, and `.` match line ends with `(?s)`. Default false. */
  readonly multiline?: boolean | undefined;
  /**
   * Returns each matched part instead of the matching line, as ripgrep's `--only-matching` does; `content` only, without
   * effect in the other modes. `offset`, `limit` and the limits then count parts. Default false.
   */
  readonly onlyMatching?: boolean | undefined;
  /** Lines to return before each match; `content` only. Default 0. */
  readonly linesBefore?: number | undefined;
  /** Lines to return after each match; `content` only. Default 0. */
  readonly linesAfter?: number | undefined;
  /** Includes hidden files. Default false. */
  readonly hidden?: boolean | undefined;
  /** Includes the files that `.gitignore` and similar files exclude. Default false. */
  readonly ignored?: boolean | undefined;
  /**
   * The files that come first when not all are returned. `any` (default): in the order in which ripgrep finds them, then
   * sorted by path; `path` and `newest`: the same ones each time. The latter two search one file at a time.
   */
  readonly order?: "any" | "path" | "newest" | undefined;
  /**
   * Entries to skip: lines (including context lines) or parts in `content`, otherwise files. Sets the order to `path` unless it
   * is `newest`.
   */
  readonly offset?: number | undefined;
  /** Most entries to return, in addition to the limits; at least 1. */
  readonly limit?: number | undefined;
  readonly limits?: Partial<GrepLimits> | undefined;
  readonly wording?: Partial<GrepWording> | undefined;
}

/** Returns the path where a search starts, as the model wrote it; `undefined` for the working directory. */
export function startPath({ path, glob }: GrepInput): string | undefined {
  return path ?? (glob === undefined ? undefined : globBase(glob).folder);
}

/** Throws `invalid-input` for invalid input. */
export function requireUsableInput(input: GrepInput, wording: GrepWording): void {
  const { pattern, path, glob } = input;
  if (input.pathOrGlob === true && path !== undefined && glob !== undefined) {
    throw new ToolError(
      `Cannot use ${wording.path} with ${wording.glob}. Pass one of them; to search some files of a folder pass ${wording.glob} alone, for example "src/**/*.ts".`,
      { code: "invalid-input" },
    );
  }
  if (pattern === "") {
    throw new ToolError(
      `${wording.pattern} is empty, which would match every line. Pass the text to search for.`,
      {
        code: "invalid-input",
      },
    );
  }
  const minimums = { limit: 1, offset: 0, linesBefore: 0, linesAfter: 0 };
  for (const [name, minimum] of Object.entries(minimums)) {
    const value = input[name as keyof typeof minimums];
    if (value === undefined || (Number.isSafeInteger(value) && value >= minimum)) continue;
    throw new ToolError(`${name} must be an integer of at least ${minimum}, but it is ${value}.`, {
      code: "invalid-input",
    });
  }
}
