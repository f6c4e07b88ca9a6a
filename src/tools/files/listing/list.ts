import { type FileLocation, type ToolContext, ToolError } from "../../../contract/index.js";
import { counted } from "../../../text/index.js";
import { sortInSteps } from "../../../values/index.js";
import type { Operation } from "../../operation.js";
import { isWindowsPath, pathFrom } from "../../paths/index.js";
import { searchLocation } from "../../search/search-location.js";
import { createSearchRemarks } from "../../search/search-remarks.js";
import { type SearchStop, watchSearch } from "../../search/search-watch.js";
import { visibleText } from "../../visible-text.js";
import { fileTree } from "./file-tree.js";
import { exclusionGlob, LIST_IGNORE_PATTERNS, requireFewPatterns } from "./ignored-names.js";

/** Limits of a listing. */
export interface ListLimits {
  /** Files shown. */
  readonly maxFiles: number;
  /** Files counted; the search ends at this number. */
  readonly maxCountedFiles: number;
  /** Milliseconds after which the search ends with the files found so far. */
  readonly maxDurationMs: number;
}

/**
 * Default limits of a listing: LIMIT of the OpenCode specification. Collet chose the others: so many paths are counted
 * quickly and fit into memory.
 */
export const DEFAULT_LIST_LIMITS: ListLimits = {
  maxFiles: 100,
  maxCountedFiles: 50_000,
  maxDurationMs: 60_000,
};

/** The folder to list. */
export interface ListInput {
  /** A folder. Default: the session's cwd. */
  readonly path?: string | undefined;
  /** Globs of paths to omit, in addition to {@link LIST_IGNORE_PATTERNS}; read as in `.gitignore`. */
  readonly ignore?: readonly string[] | undefined;
  readonly limits?: Partial<ListLimits> | undefined;
}

/** The files below a folder. */
export interface ListOutput {
  /** Absolute. */
  readonly path: string;
  /** Rows of the tree: folders first and with a slash, two spaces for each level; control characters escaped. */
  readonly tree: readonly string[];
  /** Files in the tree. */
  readonly shownFiles: number;
  /** Files found, shown or not. */
  readonly totalFiles: number;
  /** Whether there are more files than were counted. */
  readonly countedAll: boolean;
  /**
   * Files and folders below that may not be read, relative, sorted; control characters escaped. If there are very many,
   * only some.
   */
  readonly unreadable: readonly string[];
  /** Sentences about how the search was carried out. */
  readonly remarks: readonly string[];
  /** Whether the folder has no names at all, not only omitted ones. */
  readonly isEmpty: boolean;
}

/**
 * Lists the files below a folder as a tree. Paths that match `.gitignore` or the ignore patterns are omitted; hidden
 * files are listed. If there are more files than may be shown, those in the upper folders come first. A folder that may
 * not be read is named instead.
 *
 * Errors: `not-found` with similar names, `not-a-directory`, `invalid-pattern`, `invalid-input` for too many patterns,
 * and the errors of the workspace.
 */
export const listOperation: Operation<ListInput, ListOutput> = {
  kind: "search",
  annotations: { readOnlyHint: true },
  executionProfile: {
    resourceKeys: ({ path }, { cwd }) => [
      { key: `directory:${path ?? cwd}`, mode: "read", scope: "subtree" },
    ],
  },
  facts: ({ path }, { cwd }) => ({ paths: [{ path: path ?? cwd, access: "read" }] }),
  async run(input, context) {
    const limits = { ...DEFAULT_LIST_LIMITS, ...input.limits };
    requireFewPatterns(input.ignore ?? []);
    const globs = [...LIST_IGNORE_PATTERNS, ...(input.ignore ?? [])].map(exclusionGlob);
    const { requested, path } = await folderLocation(input.path ?? context.cwd, context);
    const separator = isWindowsPath(path) ? /[\\/]/ : "/";

    const found: string[][] = [];
    const unreadable = new Set<string>();
    const remarks = createSearchRemarks();
    const watch = watchSearch(context, {
      maxDurationMs: limits.maxDurationMs,
      progress: () => ({
        message: `Listing: ${counted(found.length, "file")} found so far`,
        completed: found.length,
      }),
    });
    const files = context.search.files({
      path,
      globs,
      hidden: true,
      signal: watch.signal,
      ...remarks.scope,
      onUnreadable: (closed) => unreadable.add(visibleText(pathFrom(path, closed))),
    });
    const count = async (): Promise<SearchStop | undefined> => {
      for await (const file of files) {
        if (found.length === limits.maxCountedFiles) return "limit";
        found.push(pathFrom(path, file).split(separator));
      }
      return undefined;
    };
    const stopped = await watch.run(count, () => found.length > 0);
    const shown = (await sortInSteps(found, byDepthAndName)).slice(0, limits.maxFiles);
    return {
      path,
      tree: fileTree(shown.map((names) => names.map(visibleText))),
      shownFiles: shown.length,
      totalFiles: found.length,
      countedAll: stopped === undefined,
      unreadable: [...unreadable].sort(),
      remarks: remarks.list(stopped),
      isEmpty: found.length === 0 && (await context.files.list(requested)).length === 0,
    };
  },
};

async function folderLocation(path: string, context: ToolContext): Promise<FileLocation> {
  const location = await searchLocation(path, context);
  if (location.stat?.type === "directory") return location;
  throw new ToolError(`'${location.path}' is a file, not a folder. Pass a folder, or read the file.`, {
    code: "not-a-directory",
    absolutePath: location.path,
  });
}

/** Sorts the upper folders first: they say most about a project. */
function byDepthAndName(one: readonly string[], other: readonly string[]): number {
  if (one.length !== other.length) return one.length - other.length;
  for (const [index, name] of one.entries()) {
    const otherName = other[index] as string;
    if (name !== otherName) return name < otherName ? -1 : 1;
  }
  return 0;
}
