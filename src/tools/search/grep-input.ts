import { ToolError } from "../../contract/index.js";
import { globBase } from "./glob-base.js";

/** How much a search gives. Seed 000's numbers, unless a toolset says otherwise. */
export interface GrepLimits {
  readonly maxMatchesPerFile: number;
  /** UTF-16 code units of a line; a longer one is cut. */
  readonly maxLineLength: number;
  /** Matches in all files together; the search ends there. */
  readonly maxMatches: number;
  /** Files given in the modes `files_with_matches` and `count`; the former ends there. */
  readonly maxFiles: number;
  /** Milliseconds after which the search ends with what it has. */
  readonly maxDurationMs: number;
}

/** Seed 000: MAX_MATCHES_PER_FILE, MAX_LINE_LENGTH, MAX_TOTAL_RESULTS. The others are ours. */
export const DEFAULT_GREP_LIMITS: GrepLimits = {
  maxMatchesPerFile: 10,
  maxLineLength: 200,
  maxMatches: 100,
  maxFiles: 1_000,
  maxDurationMs: 60_000,
};

/** What the model calls the things that error messages speak of. */
export interface GrepWording {
  readonly pattern: string;
  readonly path: string;
  readonly glob: string;
  /** How to ask for a literal search, as the model would write it. */
  readonly literal: string;
}

export const DEFAULT_GREP_WORDING: GrepWording = {
  pattern: "pattern",
  path: "path",
  glob: "glob",
  literal: "literal:true",
};

/** What a search answers: lines, the files that have any, or how many lines each has. */
export type GrepMode = "content" | "files_with_matches" | "count";

/** What to look for, and where. */
export interface GrepInput {
  /** A regular expression in Rust's syntax, or the text itself when `literal`. */
  readonly pattern: string;
  /** A file or a folder. Default: the session's cwd. */
  readonly path?: string;
  /** Which files to search; without a slash it holds in every folder, else it is relative to `path`. */
  readonly glob?: string;
  /** Refuses a path together with a glob (seed 000). Default false. */
  readonly pathOrGlob?: boolean;
  /** Globs of what to leave out, read like `glob`. */
  readonly exclude?: readonly string[];
  /** File types as ripgrep names them: `ts`, `py`. */
  readonly types?: readonly string[];
  /** Default `content`. */
  readonly mode?: GrepMode;
  /** Default false. */
  readonly caseSensitive?: boolean;
  /** Default false. */
  readonly literal?: boolean;
  /** Whether a match may run over lines, and `.` match line ends with `(?s)`. Default false. */
  readonly multiline?: boolean;
  /** Lines to give before each match; `content` only. Default 0. */
  readonly linesBefore?: number;
  /** Lines to give after each match; `content` only. Default 0. */
  readonly linesAfter?: number;
  /** Also hidden files. Default false. */
  readonly hidden?: boolean;
  /** Also what `.gitignore` and its kin leave out. Default false. */
  readonly ignored?: boolean;
  /**
   * Which files come first when not all do. `any` (default): whichever ripgrep comes to first, then sorted by path; `path`
   * and `newest`: the same ones each time. The latter two search one file at a time.
   */
  readonly order?: "any" | "path" | "newest";
  /** Entries to skip: lines (those around matches included) in `content`, else files. Makes the order `path` unless it is `newest`. */
  readonly offset?: number;
  /** Entries to give at the most, beside the limits; at least 1. */
  readonly limit?: number;
  readonly limits?: Partial<GrepLimits>;
  readonly wording?: Partial<GrepWording>;
}

/** Where a search starts, as the model wrote it; absent for the working directory. */
export function startPath({ path, glob }: GrepInput): string | undefined {
  return path ?? (glob === undefined ? undefined : globBase(glob).folder);
}

/** Throws `invalid-input` for what cannot be meant. */
export function requireUsableInput(input: GrepInput, wording: GrepWording): void {
  const { pattern, path, glob } = input;
  if (input.pathOrGlob === true && path !== undefined && glob !== undefined) {
    throw new ToolError(
      `Cannot use ${wording.path} with ${wording.glob}. Give one of them; to search some files of a folder give ${wording.glob} alone, for example "src/**/*.ts".`,
      { code: "invalid-input" },
    );
  }
  if (pattern === "") {
    throw new ToolError(`${wording.pattern} is empty, which every line would match. Say what to look for.`, {
      code: "invalid-input",
    });
  }
  const minimums = { limit: 1, offset: 0, linesBefore: 0, linesAfter: 0 };
  for (const [name, minimum] of Object.entries(minimums)) {
    const value = input[name as keyof typeof minimums];
    if (value === undefined || (Number.isSafeInteger(value) && value >= minimum)) continue;
    throw new ToolError(`${name} must be a whole number of at least ${minimum}, but it is ${value}.`, {
      code: "invalid-input",
    });
  }
}
