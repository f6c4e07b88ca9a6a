/** Leaves the slot, so that the next waiter gets it; call it once. */
export type LeaveQueue = () => void;

/** One queue for each key, in order of arrival. */
export class LockQueues {
  // Waiters for each taken key; a free key has no entry.
  readonly #queues = new Map<string, (() => void)[]>();

  /** Waits for the slot of a key. An abort leaves the queue and rejects with the signal's reason. */
  async take(key: string, signal: AbortSignal): Promise<LeaveQueue> {
    signal.throwIfAborted();
    const queue = this.#queues.get(key);
    if (queue === undefined) this.#queues.set(key, []);
    else {
      await new Promise<void>((resolve, reject) => {
        const grant = () => {
          signal.removeEventListener("abort", leave);
          resolve();
        };
        const leave = () => {
          queue.splice(queue.indexOf(grant), 1);
          reject(signal.reason);
        };
        queue.push(grant);
        signal.addEventListener("abort", leave, { once: true });
      });
    }
    return () => {
      const next = this.#queues.get(key)?.shift();
      if (next === undefined) this.#queues.delete(key);
      else next();
    };
  }
}
