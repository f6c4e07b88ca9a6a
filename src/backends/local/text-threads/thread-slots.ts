/** A limit on concurrent computations; the others wait in order. */
export class ThreadSlots {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Takes a slot, or waits for one. Returns the function that frees it. Rejects with the reason of the signal. */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(signal);
    return () => {
      const [next] = this.#waiting;
      if (next === undefined) this.#free += 1;
      else next();
    };
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (how: () => void) => () => {
        this.#waiting.delete(go);
        signal.removeEventListener("abort", stop);
        how();
      };
      const go = settle(resolve);
      const stop = settle(() => reject(signal.reason));
      this.#waiting.add(go);
      signal.addEventListener("abort", stop, { once: true });
    });
  }
}
