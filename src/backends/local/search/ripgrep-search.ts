import { sep } from "node:path";
import type { SearchScope } from "../../../contract/index.js";
import { yieldToEventLoop } from "../../../values/index.js";
import { pathFilter } from "../../glob/index.js";
import { scopeArguments } from "./ripgrep-arguments.js";
import { runRipgrep } from "./ripgrep-process.js";
import { requireCleanEnd } from "./search-failure.js";
import { openSearchRoot } from "./search-root.js";

/** Milliseconds after which other work of the process gets its turn: the files of one piece of output may lie on a slow volume. */
const MAX_TURN_MS = 10;

/** What is looked for, and how its output reads. */
export interface RipgrepSearchOptions<Found> {
  readonly ripgrep: () => Promise<string>;
  readonly startsIn: Parameters<typeof openSearchRoot>[1];
  /** Beside those of the scope. */
  readonly arguments: readonly string[];
  /**
   * Takes the next bytes of the output and returns what is complete by now, with `undefined` for each name that the globs leave out:
   * between two of these, other work of the process gets its turn.
   */
  readonly read: (bytes: Buffer, search: RunningSearch) => Iterable<Found | undefined>;
}

/** A search under way, as its reader sees it. */
export interface RunningSearch {
  /**
   * The absolute path of a name as ripgrep prints it; nothing where the globs leave it out, or where no file has the name: then
   * ripgrep was led out of the tree.
   */
  readonly pathOf: (printed: string) => string | undefined;
  /** Whether what ripgrep has read by now under a name is certainly the file that has it. */
  readonly isSettled: (printed: string) => boolean;
  /** Opens the file that has a name, to see whether what ripgrep printed stands in it; to be closed by the caller. */
  readonly open: (printed: string) => number | undefined;
  /** Set once something was found, whether it is given or not: then ripgrep's complaints about other files are no failure. */
  found: boolean;
}

/**
 * Runs ripgrep in the folder that a search starts in, which is held open meanwhile, or over the one file of it.
 *
 * Ends the process when whoever iterates leaves.
 */
export async function* ripgrepSearch<Found>(
  scope: SearchScope,
  options: RipgrepSearchOptions<Found>,
): AsyncGenerator<Found, void, undefined> {
  const filter = pathFilter(scope.globs ?? [], scope.hidden === true);
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
      ...(file !== undefined && { input: file.descriptor }),
      signal: scope.signal,
    });
    let turnStartedAt = performance.now();
    try {
      for (;;) {
        const { value, done } = await output.next();
        if (done === true) {
          requireCleanEnd(value, scope, search.found);
          return;
        }
        folders.refresh();
        for (const found of options.read(value, search)) {
          if (found !== undefined) yield found;
          if (performance.now() - turnStartedAt < MAX_TURN_MS) continue;
          await yieldToEventLoop();
          turnStartedAt = performance.now();
        }
      }
    } finally {
      await output.return({ exitCode: 0, complaint: "" });
    }
  } finally {
    root.close();
  }
}

/** A path as ripgrep prints it, without the `./` in front and with `/` between names. */
function relativeName(printed: string): string {
  const relativePath = printed.startsWith("./") || printed.startsWith(".\\") ? printed.slice(2) : printed;
  return process.platform === "win32" ? relativePath.replaceAll("\\", "/") : relativePath;
}

/** Puts a folder in front of relative names. As ripgrep prints them they need no normalizing, which costs more than all else. */
function pathsBelow(folder: string): (relativePath: string) => string {
  const prefix = folder.endsWith(sep) ? folder : folder + sep;
  return (relativePath) => prefix + (sep === "\\" ? relativePath.replaceAll("/", sep) : relativePath);
}
