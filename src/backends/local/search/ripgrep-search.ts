import { sep } from "node:path";
import type { SearchScope } from "../../../contract/index.js";
import { yieldToEventLoop } from "../../../values/index.js";
import { pathFilter } from "../../glob/index.js";
import { scopeArguments } from "./ripgrep-arguments.js";
import { runRipgrep } from "./ripgrep-process.js";
import { requireCleanEnd } from "./search-failure.js";
import { openSearchRoot } from "./search-root.js";

/**
 * Milliseconds after which the search yields to the event loop: the files of one chunk of output may be on a
 * slow volume.
 */
const MAX_TURN_MS = 10;

/** Options of a ripgrep search: its target and how its output is read. */
export interface RipgrepSearchOptions<Found> {
  readonly ripgrep: () => Promise<string>;
  readonly startsIn: Parameters<typeof openSearchRoot>[1];
  /** Reports binary files to `onSkipped`; a search for names does not skip them. */
  readonly listBinaryFiles?: boolean;
  /** Arguments in addition to those of the scope. */
  readonly arguments: readonly string[];
  /**
   * Reads the next bytes of the output and yields the results completed by them, and `undefined` for each name
   * that the globs exclude, so that the search can yield to the event loop in between.
   */
  readonly read: (bytes: Buffer, search: RunningSearch) => Iterable<Found | undefined>;
}

/** A running search, as its reader sees it. */
export interface RunningSearch {
  /**
   * Returns the absolute path of a name as ripgrep prints it; `undefined` if the globs exclude it, or if no
   * file has the name, because ripgrep was led out of the tree.
   */
  readonly pathOf: (printed: string) => string | undefined;
  /**
   * Returns whether the content that ripgrep has read under a name certainly belongs to the file with that
   * name.
   */
  readonly isSettled: (printed: string) => boolean;
  /**
   * Opens the file with a name, to verify that it contains what ripgrep printed; the caller must close it.
   */
  readonly open: (printed: string) => number | undefined;
  /**
   * Set once something was found, even if it is filtered out: then ripgrep's errors about other files are not
   * a failure.
   */
  found: boolean;
}

/**
 * Runs ripgrep in the folder that a search starts in, which is held open meanwhile, or on a single file. Ends
 * the process when the caller stops iterating. Yields the results in chunks; the caller must read each to its end before the next.
 */
export async function* ripgrepSearch<Found>(
  scope: SearchScope,
  options: RipgrepSearchOptions<Found>,
): AsyncGenerator<Iterable<Found>, void, undefined> {
  const filter = pathFilter(scope.globs ?? [], { hidden: scope.hidden === true });
  const binary = await options.ripgrep();
  const root = await openSearchRoot(scope.path, options.startsIn);
  const { file, folders } = root;
  const pathBelow = pathsBelow(root.base);
  const search: RunningSearch = {
    found: false,
    pathOf(printed) {
      const relativePath = file?.name ?? relativeName(printed);
      if (!filter.accepts(relativePath)) return undefined;
      return file !== undefined || folders.holds(relativePath) ? pathBelow(relativePath) : undefined;
    },
    isSettled: (printed) => file !== undefined || folders.isSettled(relativeName(printed)),
    open: (printed) => folders.open(relativeName(printed)),
  };
  try {
    const output = runRipgrep({
      binary,
      arguments: [
        ...scopeArguments(scope, filter),
        ...options.arguments,
        "--",
        file === undefined ? "./" : "-",
      ],
      cwd: root.cwd,
      input: file?.descriptor,
      signal: scope.signal,
      listBinaryFiles:
        options.listBinaryFiles === true && scope.onSkipped !== undefined && file === undefined,
    });
    let turnStartedAt = performance.now();
    try {
      for (;;) {
        const { value, done } = await output.next();
        if (done === true) {
          folders.refresh();
          const names = (name: string) => folders.names(relativeName(name));
          requireCleanEnd(value, { scope, found: search.found, names });
          for (const printed of value.binaryFiles) {
            const name = relativeName(printed);
            if (filter.accepts(name) && folders.holds(name))
              scope.onSkipped?.({ kind: "binary", path: pathBelow(name) });
            if (performance.now() - turnStartedAt < MAX_TURN_MS) continue;
            await yieldToEventLoop();
            turnStartedAt = performance.now();
          }
          return;
        }
        folders.refresh();
        const reading = new ChunkReading(options.read(value, search));
        for (;;) {
          yield reading.until(turnStartedAt + MAX_TURN_MS);
          if (reading.isOver) break;
          await yieldToEventLoop();
          turnStartedAt = performance.now();
        }
      }
    } finally {
      await output.return({ exitCode: 0, complaint: "", binaryFiles: [] });
    }
  } finally {
    root.close();
  }
}

/** The results of one chunk of output, read until a pause is due. */
class ChunkReading<Found> {
  isOver = false;
  readonly #results: Iterator<Found | undefined>;

  constructor(results: Iterable<Found | undefined>) {
    this.#results = results[Symbol.iterator]();
  }

  /** Yields the results until a time of `performance.now()`, at least one. */
  *until(endsAt: number): Generator<Found, void, undefined> {
    do {
      const { value, done } = this.#results.next();
      this.isOver = done === true;
      if (this.isOver) return;
      if (value !== undefined) yield value as Found;
    } while (performance.now() < endsAt);
  }
}

/** Returns a path as ripgrep prints it, without the leading `./` and with `/` between names. */
function relativeName(printed: string): string {
  const relativePath = printed.startsWith("./") || printed.startsWith(".\\") ? printed.slice(2) : printed;
  return process.platform === "win32" ? relativePath.replaceAll("\\", "/") : relativePath;
}

/**
 * Returns a function that prepends a folder to relative names. Names from ripgrep need no normalizing, which
 * would cost more than all other steps.
 */
function pathsBelow(folder: string): (relativePath: string) => string {
  const prefix = folder.endsWith(sep) ? folder : folder + sep;
  return (relativePath) => prefix + (sep === "\\" ? relativePath.replaceAll("/", sep) : relativePath);
}
