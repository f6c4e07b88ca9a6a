import type { Backend, FileSystem, OutputStore, Search, ThreadStore } from "../../contract/index.js";
import { type KeysOf, requireOptions } from "../../values/index.js";
import { withOwnPorts } from "../checked/index.js";
import { memoryFileSystem } from "./file-system.js";
import type { InitialEntry } from "./memory-tree.js";
import { MemoryTree } from "./memory-tree.js";
import { memoryOutputStore, OUTPUT_FOLDER } from "./output-store.js";
import { treeSearch } from "./search/index.js";
import { StorageSpace } from "./storage-space.js";
import { memoryThreadStore } from "./thread-store.js";

/** Options of a memory backend. */
export interface MemoryBackendOptions {
  /** Entries by absolute POSIX path. Their parent folders are created. */
  readonly files?: Readonly<Record<string, InitialEntry>>;
  /** Path of `~`; created. */
  readonly homeDirectory?: string;
  /** Whether `A` and `a` are different files. Default true. */
  readonly caseSensitive?: boolean;
  /**
   * Largest size of all files together, in bytes; a write beyond it fails with `no-space`. Default: no limit.
   */
  readonly maxBytes?: number;
  /** Milliseconds since the epoch, for modification times. Default `Date.now`. */
  readonly now?: () => number;
}

const OPTION_NAMES = {
  files: true,
  homeDirectory: true,
  caseSensitive: true,
  maxBytes: true,
  now: true,
} as const satisfies KeysOf<MemoryBackendOptions>;

/** A backend whose files are in memory. */
export interface MemoryBackend extends Backend {
  readonly files: FileSystem;
  readonly search: Search;
  /** Stores outputs as files below `/.collet/tool-output`. */
  readonly outputs: OutputStore;
  readonly threads: ThreadStore;
  /**
   * Returns copies of the content of every file by absolute path, ordered by path. Omits directories, links
   * and stored outputs.
   */
  snapshot(): Record<string, Uint8Array>;
}

/**
 * Creates a backend with files in memory: for tests, browsers and dry runs. Needs no Node built-in and no
 * disk.
 *
 * Paths are POSIX paths on every platform. Modes and owners are stored but not enforced, a new file gets the
 * requested mode without the bits of umask 022, and each file has one hard link. There is no shell.
 * `src/backends/memory/search` describes the supported subset of ripgrep's expressions. Throws for an invalid
 * initial entry: `already-exists`, `not-a-directory`, `no-space`, or a `TypeError` for a path that is not
 * absolute.
 *
 * @example
 * const backend = memoryBackend({ files: { "/project/src/index.ts": "export {};\n" } });
 * const runtime = createToolRuntime({ backend, cwd: "/project" });
 * backend.snapshot()["/project/src/index.ts"];
 */
export function memoryBackend(options: MemoryBackendOptions = {}): MemoryBackend {
  requireOptions("memoryBackend", options, OPTION_NAMES);
  const caseSensitive = options.caseSensitive ?? true;
  const tree = new MemoryTree({
    caseSensitive,
    space: new StorageSpace(options.maxBytes),
    now: options.now ?? Date.now,
  });
  const { homeDirectory } = options;
  if (homeDirectory !== undefined) tree.seed(homeDirectory, { directory: true });
  for (const [path, entry] of Object.entries(options.files ?? {})) tree.seed(path, entry);
  const files = memoryFileSystem(tree, { caseSensitive, homeDirectory });
  return withOwnPorts({
    name: "memory",
    guarantees: {
      directories: "anchored",
      openFiles: "live",
      changes: "atomic",
      durability: "unsynced",
      locks: "runtime",
      processes: "none",
    },
    files,
    search: treeSearch(files),
    outputs: memoryOutputStore(tree),
    threads: memoryThreadStore({ now: () => tree.now() }),
    snapshot: () =>
      Object.fromEntries(
        Object.entries(tree.snapshot()).filter(([path]) => !path.startsWith(`${OUTPUT_FOLDER}/`)),
      ),
  });
}
