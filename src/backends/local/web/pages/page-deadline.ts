import { setMaxListeners } from "node:events";
import { ToolError } from "../../../../contract/index.js";
import { inSeconds } from "../../../../text/index.js";

/**
 * The time limits of a page: one for the whole, paused during questions, and one for the wait for data. Its
 * signal aborts the work in progress, with the error to report as the reason.
 */
export class PageDeadline {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #onOuterAbort = () => this.#controller.abort(cancelled());
  readonly #totalMs: number;
  readonly #idleMs: number;
  #leftMs: number;
  #startedAt = 0;
  #total: ReturnType<typeof setTimeout> | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(options: { readonly totalMs: number; readonly idleMs: number; readonly signal: AbortSignal }) {
    this.#totalMs = options.totalMs;
    this.#leftMs = options.totalMs;
    this.#idleMs = options.idleMs;
    // Every connection of a redirect chain listens; that is not a leak, because all end with the page.
    setMaxListeners(0, this.#controller.signal);
    this.#outer = options.signal;
    if (this.#outer.aborted) this.#onOuterAbort();
    else this.#outer.addEventListener("abort", this.#onOuterAbort, { once: true });
    this.#run();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Remaining milliseconds. */
  get leftMs(): number {
    return Math.max(0, this.#leftMs - (performance.now() - this.#startedAt));
  }

  /** Records received data: the wait restarts. */
  touch(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(
      () =>
        this.#expire(
          `The server sent no data for ${inSeconds(this.#idleMs)}. Try again later, or read another page.`,
        ),
      this.#idleMs,
    );
  }

  /** Ends the wait for data: the remaining work is local. */
  stopWaiting(): void {
    clearTimeout(this.#idle);
  }

  /** Runs work that does not count towards the time limit. */
  async pausedFor<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#leftMs = this.leftMs;
    this.end();
    try {
      return await work();
    } finally {
      this.#outer.addEventListener("abort", this.#onOuterAbort, { once: true });
      if (this.#outer.aborted) this.#onOuterAbort();
      this.#run();
    }
  }

  /** Waits; rejects if the time limit expires first. */
  async sleep(durationMs: number): Promise<void> {
    this.stopWaiting();
    await new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        clearTimeout(timer);
        reject(this.signal.reason);
      };
      const timer = setTimeout(() => {
        this.signal.removeEventListener("abort", onAbort);
        resolve();
      }, durationMs);
      if (this.signal.aborted) onAbort();
      else this.signal.addEventListener("abort", onAbort, { once: true });
    });
  }

  /** Releases timers and listeners. */
  end(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#idle);
    this.#outer.removeEventListener("abort", this.#onOuterAbort);
  }

  #run(): void {
    this.#startedAt = performance.now();
    this.#total = setTimeout(
      () =>
        this.#expire(
          `The page did not arrive within ${inSeconds(this.#totalMs)}. Try again later, or read another page.`,
        ),
      this.#leftMs,
    );
  }

  #expire(message: string): void {
    this.#controller.abort(new ToolError(message, { code: "timeout", retryable: true }));
  }
}

function cancelled(): ToolError {
  return new ToolError("The call was cancelled.", { code: "cancelled" });
}
