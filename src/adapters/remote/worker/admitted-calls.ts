import type { RunWatcher } from "../../../runtime/index.js";

/**
 * Starts calls in the order in which they arrived: each is prepared when the one before it has its place in the schedule. Calls that
 * conflict then run in the order of their host, although each of them has its own run.
 */
export class AdmittedCalls {
  readonly #waiting = new Map<string, () => void>();
  #last: Promise<void> = Promise.resolve();

  /**
   * Runs work that admits a call with an id.
   *
   * @param signal - its reason is thrown, and the work does not run, if it is aborted before the turn of the call
   */
  async run<Result>(id: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last;
    let admit = () => {};
    this.#last = new Promise((resolve) => {
      admit = resolve;
    });
    this.#waiting.set(id, admit);
    try {
      await before;
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#waiting.delete(id);
      admit();
    }
  }

  /** Watches the runs of the runtime: a call is reported right before it is scheduled. */
  readonly onCall: NonNullable<RunWatcher["onCall"]> = ({ id }) => {
    const admit = this.#waiting.get(id);
    // The call is handed to the scheduler before this turn ends.
    if (admit !== undefined) queueMicrotask(admit);
    return undefined;
  };
}
