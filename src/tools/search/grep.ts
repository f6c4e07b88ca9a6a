import { type TextMatch, type ToolContext, ToolError } from "../../contract/index.js";
import { isSecretPath, secretSearchExclusions } from "../../workspace/index.js";
import { pathFrom } from "../files/display-path.js";
import type { Operation } from "../operation.js";
import { visibleText } from "../visible-text.js";
import { globBase } from "./glob-base.js";
import { searchLocation } from "./search-location.js";

/** How much a search gives. Seed 000's numbers, unless a toolset says otherwise. */
export interface GrepLimits {
  readonly maxMatchesPerFile: number;
  /** UTF-16 code units of a line; a longer one is cut. */
  readonly maxLineLength: number;
  /** Matches in all files together; the search ends there. */
  readonly maxMatches: number;
}

/** Seed 000: MAX_MATCHES_PER_FILE, MAX_LINE_LENGTH, MAX_TOTAL_RESULTS. */
export const DEFAULT_GREP_LIMITS: GrepLimits = {
  maxMatchesPerFile: 10,
  maxLineLength: 200,
  maxMatches: 100,
};

/** What the model calls the things that error messages speak of. */
export interface GrepWording {
  readonly pattern: string;
  readonly path: string;
  readonly glob: string;
  /** How to ask for a literal search, as the model would write it. */
  readonly literal: string;
}

const DEFAULT_WORDING: GrepWording = {
  pattern: "pattern",
  path: "path",
  glob: "glob",
  literal: "literal:true",
};

/** What to look for, and where. */
export interface GrepInput {
  /** A regular expression in Rust's syntax, or the text itself when `literal`. */
  readonly pattern: string;
  /** A file or a folder. Not together with `glob`. Default: the session's cwd. */
  readonly path?: string;
  /** Which files to search; without a slash it holds in every folder. Not together with `path`. */
  readonly glob?: string;
  /** Default false. */
  readonly caseSensitive?: boolean;
  /** Default false. */
  readonly literal?: boolean;
  readonly limits?: Partial<GrepLimits>;
  readonly wording?: Partial<GrepWording>;
}

/** One line that was found. */
export interface GrepMatch {
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

/** What was found. */
export interface GrepOutput {
  /** Sorted by path and line. */
  readonly matches: readonly GrepMatch[];
  /** Whether the search ended at `maxMatches` although there was more. */
  readonly stoppedEarly: boolean;
  /** Files, as shown, with more than `maxMatchesPerFile` matches. */
  readonly filesCut: readonly string[];
  readonly limits: GrepLimits;
}

/**
 * Finds lines of text in files, secret files and what `.gitignore` leaves out excepted. Case does not count by default.
 *
 * The search streams and ends as soon as the limit is reached. Errors: `invalid-input` for both a path and a glob,
 * `invalid-pattern` with the remedy, `not-found`, and what the workspace refuses.
 */
export const grepOperation: Operation<GrepInput, GrepOutput> = {
  kind: "search",
  annotations: { readOnlyHint: true },
  executionProfile: {
    resourceKeys: (input, { cwd }) => [
      { key: `directory:${startPath(input) ?? cwd}`, mode: "read", scope: "subtree" },
    ],
  },
  facts: (input, { cwd }) => ({ paths: [{ path: startPath(input) ?? cwd, access: "read" }] }),
  async run(input, context) {
    const wording = { ...DEFAULT_WORDING, ...input.wording };
    const limits = { ...DEFAULT_GREP_LIMITS, ...input.limits };
    requireUsableInput(input, wording);
    const { path } = await searchLocation(startPath(input) ?? context.cwd, context);
    const { path: cwd } = await context.files.locate(context.cwd);
    const shown = (match: TextMatch): GrepMatch => {
      const text = cutLine(match.text, limits.maxLineLength);
      return {
        path: match.path,
        shownPath: visibleText(pathFrom(cwd, match.path)),
        line: match.line,
        text: visibleText(text),
        cut: text.length < match.text.length,
      };
    };

    const found = await collect(input, path, limits, context).catch((error: unknown) => {
      throw explained(error, input, wording);
    });
    return {
      matches: found.matches.sort(byPathAndLine).map(shown),
      stoppedEarly: found.stoppedEarly,
      filesCut: found.filesCut.sort().map((file) => visibleText(pathFrom(cwd, file))),
      limits,
    };
  },
};

function startPath({ path, glob }: GrepInput): string | undefined {
  return path ?? (glob === undefined ? undefined : globBase(glob).folder);
}

function requireUsableInput({ pattern, path, glob }: GrepInput, wording: GrepWording): void {
  if (path !== undefined && glob !== undefined) {
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
}

/** Runs the search until there is no more, or more than may be given. */
async function collect(
  { pattern, glob, literal = false, caseSensitive = false }: GrepInput,
  path: string,
  limits: GrepLimits,
  context: ToolContext,
): Promise<{ matches: TextMatch[]; stoppedEarly: boolean; filesCut: string[] }> {
  const matches: TextMatch[] = [];
  const filesCut: string[] = [];
  const counts = new Map<string, number>();
  const search = context.search.text({
    path,
    pattern,
    literal,
    caseSensitive,
    globs: [...(glob === undefined ? [] : [anyFolder(globBase(glob).glob)]), ...secretSearchExclusions()],
    // One more than is given, to know whether there is more.
    maxMatchesPerFile: limits.maxMatchesPerFile + 1,
    signal: context.signal,
  });
  for await (const match of search) {
    if (match.kind !== "match") continue;
    const count =
      counts.get(match.path) ?? ((await isSecret(match.path, context)) ? Number.POSITIVE_INFINITY : 0);
    counts.set(match.path, count + 1);
    if (count > limits.maxMatchesPerFile) continue;
    if (count === limits.maxMatchesPerFile) {
      filesCut.push(match.path);
      continue;
    }
    if (matches.length === limits.maxMatches) return { matches, stoppedEarly: true, filesCut };
    matches.push(match);
  }
  return { matches, stoppedEarly: false, filesCut };
}

/** By the list that everybody has, and by what the host has added to it. */
async function isSecret(path: string, context: ToolContext): Promise<boolean> {
  return isSecretPath(path) || (await context.files.locate(path)).secret;
}

/** ripgrep's own `--glob` takes a name without a slash in every folder, and so do models. */
function anyFolder(glob: string): string {
  const negated = glob.startsWith("!");
  const plain = negated ? glob.slice(1) : glob;
  return plain.includes("/") ? glob : `${negated ? "!" : ""}**/${plain}`;
}

/** Adds how to search literally to a complaint about the pattern; a complaint about the glob has its own remedy. */
function explained(error: unknown, { literal = false, glob }: GrepInput, wording: GrepWording): unknown {
  if (!ToolError.isInstance(error) || error.code !== "invalid-pattern" || literal) return error;
  if (glob !== undefined && error.message.startsWith("The glob")) return error;
  return new ToolError(
    `${error.message}\nIf you meant to search for a literal string, search again with ${wording.literal}.`,
    { code: error.code, cause: error },
  );
}

/** Cuts before anything else looks at the line, which may have millions of characters; never through a pair. */
function cutLine(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxLength - 1 : maxLength);
}

function byPathAndLine(a: TextMatch, b: TextMatch): number {
  return a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1;
}
