import { ToolError } from "../../../contract/index.js";
import { yieldToEventLoop } from "../../../values/index.js";
import type { MatchTask, WorkBudget } from "../expression/index.js";

/** Steps between two pauses; some milliseconds of work. */
const STEPS_BETWEEN_RESTS = 250_000;

/** Milliseconds after which a pause is due regardless of the steps: globs and ignore rules take longer on some names. */
const MAX_WORK_MS = 8;

/** Steps charged for opening one file or folder. */
export const STEPS_PER_FILE = 200;

/**
 * Keeps a long search from blocking the event loop: yields to timers and I/O at intervals, and checks whether
 * the search was cancelled.
 */
export class Pace {
  readonly #budget: WorkBudget = { left: STEPS_BETWEEN_RESTS };
  readonly #maxWorkMs: number;
  #restedAt = performance.now();

  /** @param maxWorkMs - milliseconds of work after which a pause is due. Default 8 */
  constructor(
    private readonly signal: AbortSignal,
    { maxWorkMs = MAX_WORK_MS }: { readonly maxWorkMs?: number } = {},
  ) {
    this.#maxWorkMs = maxWorkMs;
  }

  /** Charges work that was done outside a task, and yields if necessary: await it. Throws `cancelled`. */
  spend(steps: number): Promise<void> | undefined {
    this.throwIfCancelled();
    this.#budget.left -= steps;
    return this.#budget.left <= 0 || this.#isRestDue() ? this.#rest() : undefined;
  }

  /** Yields to timers and I/O if a pause is due; await it between pieces of work whose steps are not counted. */
  pause(): Promise<void> | undefined {
    return this.#isRestDue() ? this.#rest() : undefined;
  }

  #isRestDue(): boolean {
    return performance.now() - this.#restedAt >= this.#maxWorkMs;
  }

  /** Completes a task, with pauses. Throws `cancelled`. */
  complete<Result>(task: MatchTask<Result>): Result | Promise<Result> {
    const result = task.step(this.#budget);
    // Most lines are short: a promise for each would cost more than the search.
    return result === undefined ? this.#completeSlowly(task) : result;
  }

  throwIfCancelled(): void {
    if (this.signal.aborted) throw new ToolError("The search was cancelled.", { code: "cancelled" });
  }

  async #completeSlowly<Result>(task: MatchTask<Result>): Promise<Result> {
    for (;;) {
      await this.#rest();
      const result = task.step(this.#budget);
      if (result !== undefined) return result;
    }
  }

  async #rest(): Promise<void> {
    await yieldToEventLoop();
    this.throwIfCancelled();
    this.#budget.left = STEPS_BETWEEN_RESTS;
    this.#restedAt = performance.now();
  }
}
