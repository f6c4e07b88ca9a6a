import { AbortWatch } from "../../batching/index.js";
import type { Clock } from "../../contract/index.js";
import { MAX_TIMER_DELAY_MS } from "../../values/index.js";

/** The cause that ends a loop from outside. */
export type StopCause = "cancelled" | "timeout";

/**
 * Listens to each signal once, regardless of how many agents run within one call: Node warns of a leak when there are
 * more than ten listeners.
 */
export const abortWatch = new AbortWatch();

/** Ends a loop by signals, by timeout or by a function call; the first cause counts. */
export class AgentStop {
  cause: StopCause | undefined;
  readonly #controller = new AbortController();
  readonly #clock: Clock;
  readonly #signals: readonly AbortSignal[];
  readonly #timer: unknown;
  readonly #onAbort = () => this.stop("cancelled");

  constructor(options: {
    readonly clock: Clock;
    readonly signals: readonly (AbortSignal | undefined)[];
    readonly timeoutMs: number | undefined;
  }) {
    const { clock, timeoutMs } = options;
    this.#clock = clock;
    this.#signals = options.signals.filter((signal) => signal !== undefined);
    for (const signal of this.#signals) {
      if (signal.aborted) this.stop("cancelled");
      else abortWatch.add(signal, this.#onAbort);
    }
    if (timeoutMs !== undefined) {
      const delayMs = Math.min(timeoutMs, MAX_TIMER_DELAY_MS);
      this.#timer = clock.setTimeout(() => this.stop("timeout"), delayMs);
    }
  }

  /** Aborted when the loop is stopped. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  stop(cause: StopCause): void {
    if (this.cause !== undefined) return;
    this.cause = cause;
    this.#controller.abort(
      new Error(cause === "timeout" ? "The agent timed out." : "The agent was cancelled."),
    );
  }

  /** Removes the listeners and the timer. */
  close(): void {
    for (const signal of this.#signals) abortWatch.delete(signal, this.#onAbort);
    if (this.#timer !== undefined) this.#clock.clearTimeout(this.#timer);
  }
}
