/** Gives a turn back; to be called once. */
export type EndTurn = () => void;

/** Turns at keys, in order of arrival. */
export class Turns {
  // Who waits for a key that is taken; a key that is free has no entry.
  readonly #queues = new Map<string, (() => void)[]>();

  /** Waits for the turn at a key. An abort gives up the place in the queue and rejects with the signal's reason. */
  async take(key: string, signal: AbortSignal): Promise<EndTurn> {
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
