import { type FileLocation, ToolError } from "../../contract/index.js";
import { foldName } from "../../values/index.js";

/** Releases a lock; further calls do nothing. */
export type ReleaseLock = () => void;

interface Waiter {
  readonly grant: () => void;
}

/**
 * Locks inside this process, one per key, granted in order of arrival. The keys are real paths, or the identity of a
 * file that has several names.
 */
export class PathLocks {
  // The queue of each held key; a free key has no entry.
  readonly #queues = new Map<string, Waiter[]>();

  /** Waits for a lock. An abort leaves the queue and throws `cancelled`. */
  async acquire(key: string, signal: AbortSignal): Promise<ReleaseLock> {
    if (signal.aborted) throw cancelled();
    const queue = this.#queues.get(key);
    if (queue === undefined) {
      this.#queues.set(key, []);
      return this.#releaseOnce(key);
    }
    await new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        queue.splice(queue.indexOf(waiter), 1);
        reject(cancelled());
      };
      const waiter: Waiter = {
        grant: () => {
          signal.removeEventListener("abort", onAbort);
          resolve();
        },
      };
      queue.push(waiter);
      signal.addEventListener("abort", onAbort, { once: true });
    });
    return this.#releaseOnce(key);
  }

  /** Runs some work while holding a lock. */
  hold<Result>(key: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    return this.holdAll([key], signal, work);
  }

  /**
   * Runs some work while holding several locks.
   *
   * @param keys - in the order that all callers share, so that no deadlock is possible
   */
  async holdAll<Result>(
    keys: readonly string[],
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const held: ReleaseLock[] = [];
    try {
      for (const key of keys) held.push(await this.acquire(key, signal));
      return await work();
    } finally {
      for (const release of held.reverse()) release();
    }
  }

  #releaseOnce(key: string): ReleaseLock {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const next = this.#queues.get(key)?.shift();
      if (next === undefined) this.#queues.delete(key);
      else next.grant();
    };
  }
}

function cancelled(): ToolError {
  return new ToolError("The call was cancelled while it waited for a file that another call is changing.", {
    code: "cancelled",
  });
}

/** A string that sorts after every path, so that a folder is always locked before its entries. */
const AFTER_ALL_PATHS = "\u{10ffff}";

/**
 * Returns the keys of some files, each once, in the order in which every process takes them: the path, and a key shared
 * by all names of a file with several hard links. Both, because the number of names can change while a call waits.
 */
export function lockKeys(
  locations: readonly Pick<FileLocation, "path" | "stat">[],
  { caseSensitive }: { readonly caseSensitive: boolean },
): readonly string[] {
  const keys = locations.flatMap(({ path, stat }) => {
    const own = caseSensitive ? path : foldName(path);
    return stat?.type === "file" && stat.links > 1 ? [own, AFTER_ALL_PATHS + stat.identity] : [own];
  });
  return [...new Set(keys)].sort();
}

/** Returns the keys as other processes know them, in the same order. */
export function sharedKeys(keys: readonly string[]): readonly string[] {
  return keys.map((key) => key.replace(AFTER_ALL_PATHS, ""));
}
