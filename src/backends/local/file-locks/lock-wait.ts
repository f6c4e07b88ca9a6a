import type { Clock } from "../../../contract/index.js";
import { fileLocked, lockCancelled } from "./lock-error.js";

/** Longest wait of a call for a lock; an edit holds one for milliseconds. */
const MAX_LOCK_WAIT_MS = 30_000;

// With the default back-off of proper-lockfile (1, 2, 4 ... seconds), 4 of 10 processes failed that held a
// lock for 20 ms each.
const FIRST_DELAY_MS = 5;
const LONGEST_DELAY_MS = 50;
const DELAY_FACTOR = 1.2;

/** The wait of one call for one lock; ends with the caller's abort or after 30 s. */
export class LockWait {
  readonly #controller = new AbortController();
  readonly #clock: Clock;
  readonly #timer: unknown;
  readonly #leave: () => void;
  #attempts = 0;

  constructor(key: string, signal: AbortSignal, clock: Clock) {
    this.#clock = clock;
    const onAbort = () => this.#controller.abort(lockCancelled(key));
    const onEnd = () => this.#controller.abort(fileLocked(key, MAX_LOCK_WAIT_MS));
    this.#timer = clock.setTimeout(onEnd, MAX_LOCK_WAIT_MS);
    signal.addEventListener("abort", onAbort, { once: true });
    this.#leave = () => signal.removeEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
  }

  /** Aborted when the wait is over, with the error to throw as its reason. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Waits before the next attempt: longer each time, with random jitter. */
  async pause(): Promise<void> {
    const { signal } = this;
    signal.throwIfAborted();
    const delay = Math.min(FIRST_DELAY_MS * DELAY_FACTOR ** this.#attempts++, LONGEST_DELAY_MS);
    await new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        this.#clock.clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = this.#clock.setTimeout(
        () => {
          signal.removeEventListener("abort", onAbort);
          resolve();
        },
        delay * (0.5 + Math.random() / 2),
      );
      signal.addEventListener("abort", onAbort, { once: true });
    });
  }

  end(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#leave();
  }
}
