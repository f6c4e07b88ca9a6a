import { type ToolContext, ToolError } from "../../contract/index.js";
import type { Operation } from "../operation.js";
import { pathFrom } from "../paths/index.js";
import { visibleText } from "../visible-text.js";
import { createFirstPaths } from "./first-paths.js";
import { globBase } from "./glob-base.js";
import { searchLocation } from "./search-location.js";
import { type SearchStop, watchSearch } from "./search-watch.js";

/** How many files one call may give. */
export interface GlobLimits {
  /** Files given when no limit is asked for. */
  readonly defaultLimit: number;
  /** Files given whatever limit is asked for; the rest is counted as remaining. */
  readonly maxLimit: number;
  /** Files counted; the search ends there. */
  readonly maxCountedFiles: number;
  /** Milliseconds after which the search ends with what it has. */
  readonly maxDurationMs: number;
}

/** Seed 000's default; the others are ours. */
export const DEFAULT_GLOB_LIMITS: GlobLimits = {
  defaultLimit: 1_000,
  maxLimit: 10_000,
  maxCountedFiles: 1_000_000,
  maxDurationMs: 60_000,
};

/** Which files to look for. */
export interface GlobInput {
  /** Relative to the session's cwd, or absolute; `~/` and `../` in front are understood. */
  readonly pattern: string;
  /** Folder that a relative pattern starts in. Default: the session's cwd. */
  readonly folder?: string;
  /** At least 1. */
  readonly limit?: number;
  /** Files to skip. Default 0. */
  readonly offset?: number;
  /** Globs of what to leave out, relative like the pattern; without a slash they hold in every folder. */
  readonly exclude?: readonly string[];
  /** Also hidden files whose dot the pattern does not spell. Default false. */
  readonly hidden?: boolean;
  /** Also what `.gitignore` and its kin leave out. Default false. */
  readonly ignored?: boolean;
  /** `path` (default) sorts by code unit; `newest` gives the files changed last first. */
  readonly order?: "path" | "newest";
  /**
   * Whether to go on to the end to say how many files remain. Default `all`; `page` ends one file behind those given, which
   * for `newest` spares little: all files must be known before the newest is.
   */
  readonly count?: "all" | "page";
  readonly limits?: Partial<GlobLimits>;
}

/** The files found. */
export interface GlobOutput {
  /** Absolute. */
  readonly files: readonly string[];
  /** Files that match, given or not, as far as they were counted. */
  readonly total: number;
  /** Files behind those given, as far as they were counted. */
  readonly remaining: number;
  /** Whether every file was counted; otherwise there are at least so many. */
  readonly isExact: boolean;
  /** Why the search ended before it had seen everything; absent when it saw everything. */
  readonly stopped?: SearchStop;
  /** 0-based position of the first file given. */
  readonly offset: number;
  /** Files and folders, as shown, that the system does not let be read. */
  readonly unreadable: readonly string[];
  /** Where nothing was found: whether something matches that `.gitignore` and its kin leave out, as far as a short look tells. */
  readonly onlyIgnored: boolean;
}

/** Milliseconds to look for ignored files where nothing was found. */
const IGNORED_LOOK_MS = 1_000;

/**
 * Finds files by name. What `.gitignore` leaves out is left out here; hidden files are found when the pattern spells
 * their dot.
 *
 * By default the count is exact, so the search runs to its end. Times of change are looked up by the search itself, which
 * has them at hand. Errors: `invalid-input` for limits that make no sense, `invalid-pattern`, `not-found` for a missing
 * folder, and what the workspace refuses.
 */
export const globOperation: Operation<GlobInput, GlobOutput> = {
  kind: "search",
  annotations: { readOnlyHint: true },
  executionProfile: {
    resourceKeys: (input, { cwd }) => [
      { key: `directory:${startFolder(input) ?? cwd}`, mode: "read", scope: "subtree" },
    ],
  },
  facts: (input, { cwd }) => ({ paths: [{ path: startFolder(input) ?? cwd, access: "read" }] }),
  async run(input, context) {
    const limits = { ...DEFAULT_GLOB_LIMITS, ...input.limits };
    const limit = Math.min(limits.maxLimit, requireCount("limit", input.limit ?? limits.defaultLimit, 1));
    const offset = requireCount("offset", input.offset ?? 0, 0);
    const { glob } = globBase(input.pattern);
    if (glob.trim() === "") {
      throw new ToolError('The file pattern is empty. Give a glob, for example "**/*.ts".', {
        code: "invalid-pattern",
      });
    }
    const { path } = await searchLocation(startFolder(input) ?? context.cwd, context);
    const globs = [glob, ...exclusions(input)];
    const unreadable = new Set<string>();
    const end = offset + limit;
    const { order = "path", count = "all", hidden = false, ignored = false } = input;
    const watch = watchSearch(context, {
      maxDurationMs: limits.maxDurationMs,
      progress: () => ({ message: `Searching: ${total} files found so far`, completed: total }),
    });
    const sortsHere = order === "path" && count === "all";
    const first = createFirstPaths(end);
    const given: string[] = [];
    let total = 0;
    const collect = async (): Promise<SearchStop | undefined> => {
      const files = context.search.files({
        path,
        globs,
        hidden,
        ignored,
        signal: watch.signal,
        order: order === "newest" ? "newest" : count === "page" ? "path" : "any",
        onUnreadable: (closed) => unreadable.add(visibleText(pathFrom(path, closed))),
      });
      for await (const file of files) {
        if (total === limits.maxCountedFiles) return "limit";
        total += 1;
        if (sortsHere) first.add(file);
        else if (total <= end) given.push(file);
        if (count === "page" && total > end) return "limit";
      }
      return undefined;
    };
    const stopped = await watch.run(collect, () => total > 0);
    return {
      files: (sortsHere ? first.sorted() : given).slice(offset),
      total,
      remaining: Math.max(0, total - end),
      isExact: stopped === undefined,
      ...(stopped !== undefined && { stopped }),
      offset,
      unreadable: [...unreadable].sort(),
      onlyIgnored:
        total === 0 && !ignored && stopped === undefined && (await hasIgnored(path, globs, hidden, context)),
    };
  },
};

/** A repository can hide files from a search by its own `.gitignore`; "nothing found" must not sound like "nothing there". */
async function hasIgnored(
  path: string,
  globs: readonly string[],
  hidden: boolean,
  context: ToolContext,
): Promise<boolean> {
  const watch = watchSearch(context, { maxDurationMs: IGNORED_LOOK_MS, progress: () => ({}) });
  let found = false;
  const look = async () => {
    const files = context.search.files({
      path,
      globs,
      hidden,
      ignored: true,
      signal: watch.signal,
      onUnreadable() {},
    });
    for await (const _file of files) {
      found = true;
      return "limit" as const;
    }
    return undefined;
  };
  await watch.run(look, () => true);
  return found;
}

function startFolder({ pattern, folder }: GlobInput): string | undefined {
  return globBase(pattern).folder ?? folder;
}

function exclusions({ exclude = [] }: GlobInput): readonly string[] {
  return exclude.map((glob) => (glob.includes("/") ? `!${glob}` : `!**/${glob}`));
}

function requireCount(name: string, value: number, minimum: number): number {
  if (Number.isInteger(value) && value >= minimum) return value;
  throw new ToolError(`${name} must be a whole number of at least ${minimum}, but it is ${value}.`, {
    code: "invalid-input",
  });
}
