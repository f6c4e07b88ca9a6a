import { ToolError } from "../../contract/index.js";

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
