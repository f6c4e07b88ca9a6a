import type { ThreadStore } from "../../../contract/index.js";
import { type KeysOf, loadedLater, requireOptions } from "../../../values/index.js";

/** Options of the thread store on disk. */
export interface LocalThreadStoreOptions {
  /** Absolute path. Default: the platform's state directory, or its fallback. */
  readonly stateDirectory?: string;
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly now?: () => number;
}

const METHODS = { append: true, read: true, find: true } as const satisfies Readonly<
  Record<keyof ThreadStore, true>
>;

const OPTION_NAMES = { stateDirectory: true, now: true } as const satisfies KeysOf<LocalThreadStoreOptions>;

/**
 * Creates the store that keeps threads as files of mode 0600 in `threads` of the state directory, one JSON
 * object per line, one folder of mode 0700 per project. It only appends; several processes may append at the
 * same time.
 *
 * A line that an interruption left incomplete is skipped and counted, and the next one starts after it. A killed process
 * loses nothing that `append` has resolved for; a power failure may lose the last seconds.
 *
 * A search reads the files that changed since the last one, yields to the event loop meanwhile, and then
 * queries an index in memory. If a project has more than 32 MiB of threads, only the most recently changed
 * ones are searched for words; all can be listed and read.
 *
 * @example
 * const threads = localThreadStore();
 * await threads.append("T-1", [{ role: "user", text: "Why does the build fail?", at: Date.now() }], { project });
 */
export function localThreadStore(options: LocalThreadStoreOptions = {}): ThreadStore {
  requireOptions("localThreadStore", options, OPTION_NAMES);
  const { stateDirectory, now = Date.now } = options;
  return loadedLater<ThreadStore>(
    async () => (await import("./thread-files.js")).threadFiles({ stateDirectory, now }),
    METHODS,
  );
}
