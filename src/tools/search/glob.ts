import { type ToolContext, ToolError } from "../../contract/index.js";
import { counted } from "../../text/index.js";
import type { Operation } from "../operation.js";
import { pathFrom } from "../paths/index.js";
import { visibleText } from "../visible-text.js";
import { FirstPaths } from "./first-paths.js";
import { globBase, searchLocation } from "./search-location.js";
import { createSearchRemarks } from "./search-remarks.js";
import { type SearchStop, watchSearch } from "./search-watch.js";

/** Limits of one call. */
export interface GlobLimits {
  /** Files returned without a requested limit. */
  readonly defaultLimit: number;
  /** Files returned for any requested limit; the rest are counted as remaining. */
  readonly maxLimit: number;
  /** Files counted; the search ends at this number. */
  readonly maxCountedFiles: number;
  /** Milliseconds after which the search ends with the files found so far. */
  readonly maxDurationMs: number;
}

/** Default limits of a search for files: the default of the Amp specification. Collet chose the others. */
export const DEFAULT_GLOB_LIMITS: GlobLimits = {
  defaultLimit: 1_000,
  maxLimit: 10_000,
  maxCountedFiles: 1_000_000,
  maxDurationMs: 60_000,
};

/** The files to find. */
export interface GlobInput {
  /** Relative to the session's cwd, or absolute; leading `~/` and `../` are supported. */
  readonly pattern: string;
  /** Folder in which a relative pattern starts. Default: the session's cwd. */
  readonly folder?: string | undefined;
  /** At least 1. */
  readonly limit?: number | undefined;
  /** Files to skip. Default 0. */
  readonly offset?: number | undefined;
  /** Globs of paths to omit, relative like the pattern; without a slash they apply in every folder. */
  readonly exclude?: readonly string[] | undefined;
  /** Includes hidden files whose dot the pattern does not spell. Default false. */
  readonly hidden?: boolean | undefined;
  /** Includes the files that `.gitignore` and similar files exclude. Default false. */
  readonly ignored?: boolean | undefined;
  /** `path` (default) sorts by code unit; `newest` returns the files changed last first. */
  readonly order?: "path" | "newest" | undefined;
  /**
   * Whether to search to the end to report how many files remain. Default `all`; `page` stops one file after the
   * returned ones, which saves little for `newest`: all files must be known before the newest is.
   */
  readonly count?: "all" | "page" | undefined;
  readonly limits?: Partial<GlobLimits> | undefined;
}

/** The files found. */
export interface GlobOutput {
  /** Absolute. */
  readonly files: readonly string[];
  /** Matching files, returned or not, as far as they were counted. */
  readonly total: number;
  /** Files after the returned ones, as far as they were counted. */
  readonly remaining: number;
  /** Whether every file was counted; otherwise there are at least that many. */
  readonly isExact: boolean;
  /** Why the search ended early; absent when it was complete. */
  readonly stopped?: SearchStop;
  /** 0-based position of the first returned file. */
  readonly offset: number;
  /** Unreadable files and folders, as displayed. */
  readonly unreadable: readonly string[];
  /** Sentences about how the search was carried out. */
  readonly remarks: readonly string[];
  /**
   * Where nothing was found: whether a file that `.gitignore` and similar files exclude matches, according to a short
   * search.
   */
  readonly onlyIgnored: boolean;
}

/** Milliseconds to search for ignored files where nothing was found. */
const IGNORED_LOOK_MS = 1_000;

/**
 * Finds files by name. Files that `.gitignore` excludes are omitted; hidden files are found when the pattern spells
 * their dot.
 *
 * By default the count is exact, so the search runs to its end. The search itself returns the modification times.
 * Errors: `invalid-input` for invalid limits, `invalid-pattern`, `not-found` for a missing folder, and the errors of
 * the workspace.
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
    const limit = Math.min(limits.maxLimit, requireCount("limit", input.limit ?? limits.defaultLimit, 0));
    const offset = requireCount("offset", input.offset ?? 0, 0);
    const { glob } = globBase(input.pattern);
    if (glob.trim() === "") {
      throw new ToolError('The file pattern is empty. Pass a glob, for example "**/*.ts".', {
        code: "invalid-pattern",
      });
    }
    const { path } = await searchLocation(startFolder(input) ?? context.cwd, context);
    const globs = [glob, ...exclusions(input)];
    const unreadable = new Set<string>();
    const remarks = createSearchRemarks();
    const end = offset + limit;
    const { order = "path", count = "all", hidden = false, ignored = false } = input;
    const watch = watchSearch(context, {
      maxDurationMs: limits.maxDurationMs,
      progress: () => ({ message: `Searching: ${counted(total, "file")} found so far`, completed: total }),
    });
    const sortsHere = order === "path" && count === "all";
    const first = new FirstPaths(end);
    const given: string[] = [];
    let total = 0;
    const collect = async (): Promise<SearchStop | undefined> => {
      const files = context.search.files({
        path,
        globs,
        hidden,
        ignored,
        signal: watch.signal,
        ...remarks.scope,
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
      remarks: remarks.list(stopped),
      onlyIgnored:
        total === 0 &&
        !ignored &&
        stopped === undefined &&
        (await hasIgnored({ path, globs, hidden }, context)),
    };
  },
};

/**
 * Returns whether ignored files match. A repository can hide files from a search by its own `.gitignore`; an empty
 * result must not suggest that no file exists.
 */
async function hasIgnored(
  scope: { readonly path: string; readonly globs: readonly string[]; readonly hidden: boolean },
  context: ToolContext,
): Promise<boolean> {
  const watch = watchSearch(context, { maxDurationMs: IGNORED_LOOK_MS, progress: () => ({}) });
  let found = false;
  const look = async () => {
    const files = context.search.files({
      ...scope,
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
  throw new ToolError(`${name} must be an integer of at least ${minimum}, but it is ${value}.`, {
    code: "invalid-input",
  });
}
