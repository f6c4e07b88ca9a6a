import { ToolError } from "../../contract/index.js";
import type { Operation } from "../operation.js";
import { globBase } from "./glob-base.js";
import { searchLocation } from "./search-location.js";

/** How many files one call may give. */
export interface GlobLimits {
  /** Files given when no limit is asked for. */
  readonly defaultLimit: number;
  /** Files given whatever limit is asked for; the rest is counted as remaining. */
  readonly maxLimit: number;
}

/** Seed 000's default; the maximum is ours. */
export const DEFAULT_GLOB_LIMITS: GlobLimits = { defaultLimit: 1_000, maxLimit: 10_000 };

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
  readonly limits?: Partial<GlobLimits>;
}

/** The files found. */
export interface GlobOutput {
  /** Absolute, sorted by code unit. */
  readonly files: readonly string[];
  /** All files that match, given or not. */
  readonly total: number;
  /** Files behind those given. */
  readonly remaining: number;
  /** 0-based position of the first file given. */
  readonly offset: number;
}

/**
 * Finds files by name. What `.gitignore` leaves out is left out here; hidden files are found when the pattern spells
 * their dot.
 *
 * The count is exact, so the search always runs to its end. Errors: `invalid-input` for limits that make no sense,
 * `invalid-pattern`, `not-found` for a missing folder, and what the workspace refuses.
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
    const { defaultLimit, maxLimit } = { ...DEFAULT_GLOB_LIMITS, ...input.limits };
    const limit = Math.min(maxLimit, requireCount("limit", input.limit ?? defaultLimit, 1));
    const offset = requireCount("offset", input.offset ?? 0, 0);
    const { glob } = globBase(input.pattern);
    if (glob.trim() === "") {
      throw new ToolError('The file pattern is empty. Give a glob, for example "**/*.ts".', {
        code: "invalid-pattern",
      });
    }
    const { path } = await searchLocation(startFolder(input) ?? context.cwd, context);
    const found: string[] = [];
    for await (const file of context.search.files({ path, globs: [glob], signal: context.signal })) {
      found.push(file);
    }
    found.sort();
    const files = found.slice(offset, offset + limit);
    return { files, total: found.length, remaining: Math.max(0, found.length - offset - limit), offset };
  },
};

function startFolder({ pattern, folder }: GlobInput): string | undefined {
  return globBase(pattern).folder ?? folder;
}

function requireCount(name: string, value: number, minimum: number): number {
  if (Number.isInteger(value) && value >= minimum) return value;
  throw new ToolError(`${name} must be a whole number of at least ${minimum}, but it is ${value}.`, {
    code: "invalid-input",
  });
}
