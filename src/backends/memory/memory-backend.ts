import type { Backend, FileSystem, OutputStore, Search, ThreadStore } from "../../contract/index.js";
import { memoryFileSystem } from "./file-system.js";
import type { InitialEntry } from "./memory-entries.js";
import { MemoryTree } from "./memory-tree.js";
import { memoryOutputStore, OUTPUT_FOLDER } from "./output-store.js";
import { treeSearch } from "./search/index.js";
import { StorageSpace } from "./storage-space.js";
import { memoryThreadStore } from "./thread-store.js";

/** What a memory backend starts with. */
export interface MemoryBackendOptions {
  /** Entries by absolute POSIX path. The folders above them are created. */
  readonly files?: Readonly<Record<string, InitialEntry>>;
  /** What `~` stands for; created. */
  readonly homeDirectory?: string;
  /** Whether `A` and `a` are two files. Default true. */
  readonly caseSensitive?: boolean;
  /** Bytes that all files together may hold; a write beyond is `no-space`. No limit by default. */
  readonly maxBytes?: number;
  /** Milliseconds since the epoch, for modification times. Default `Date.now`. */
  readonly now?: () => number;
}

/** A backend whose files are in memory. */
export interface MemoryBackend extends Backend {
  readonly files: FileSystem;
  readonly search: Search;
  /** Keeps outputs as files below `/.collet/tool-output`. */
  readonly outputs: OutputStore;
  readonly threads: ThreadStore;
  /**
   * The content of every file by absolute path, in the order of the paths; copies. Directories, links and stored outputs are
   * left out.
   */
  snapshot(): Record<string, Uint8Array>;
}

/**
 * Lets tools act on files in memory: for tests, browsers and trial runs. Needs no Node built-in and touches no disk.
 *
 * Paths are POSIX paths whatever the platform. Modes and owners are kept but not enforced, a new file gets the mode asked for
 * without what the umask 022 takes away, and each file has one hard link. There is no shell. The search reads the dialect of ripgrep's expressions that
 * `src/backends/memory/search` describes. Throws what an entry that cannot be there deserves: `already-exists`, `not-a-directory`,
 * `no-space`, or a `TypeError` for a path that is not absolute.
 *
 * @example
 * const backend = memoryBackend({ files: { "/project/src/index.ts": "export {};\n" } });
 * const runtime = createToolRuntime({ backend, cwd: "/project" });
 * backend.snapshot()["/project/src/index.ts"];
 */
export function memoryBackend(options: MemoryBackendOptions = {}): MemoryBackend {
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
  return {
    name: "memory",
    files,
    search: treeSearch(files),
    outputs: memoryOutputStore(tree),
    threads: memoryThreadStore({ now: () => tree.now() }),
    snapshot: () =>
      Object.fromEntries(
        Object.entries(tree.snapshot()).filter(([path]) => !path.startsWith(`${OUTPUT_FOLDER}/`)),
      ),
  };
}
