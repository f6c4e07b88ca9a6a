import { ToolError } from "../../../contract/index.js";
import type { MatchTask, WorkBudget } from "../expression/index.js";

/** Steps between two rests; some milliseconds of work. */
const STEPS_BETWEEN_RESTS = 250_000;

/** Milliseconds after which a rest is due whatever was counted: globs and ignore rules take longer on some names than on others. */
const MAX_WORK_MS = 8;

/** Steps that opening one file or folder counts for. */
export const STEPS_PER_FILE = 200;

/**
 * Keeps a long search from blocking everything else: after a while of work it gives way to timers and I/O, and looks
 * whether the search was cancelled.
 */
export class Pace {
  readonly #budget: WorkBudget = { left: STEPS_BETWEEN_RESTS };
  #restedAt = performance.now();

  constructor(private readonly signal: AbortSignal) {}

  /** To await when some work was done outside of a task. Throws `cancelled`. */
  async spend(steps: number): Promise<void> {
    this.throwIfCancelled();
    this.#budget.left -= steps;
    if (this.#budget.left <= 0 || this.#isRestDue()) await this.#rest();
  }

  /** Gives way to timers and I/O where that is due; to await between pieces of work whose steps are not counted. */
  pause(): Promise<void> | undefined {
    return this.#isRestDue() ? this.#rest() : undefined;
  }

  #isRestDue(): boolean {
    return performance.now() - this.#restedAt >= MAX_WORK_MS;
  }

  /** Does a task, with rests. Throws `cancelled`. */
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
    await new Promise<void>((resolve) => {
      // Where there is no setImmediate (browsers) a timer does the same, a little later.
      if (typeof setImmediate === "function") setImmediate(resolve);
      else setTimeout(resolve, 0);
    });
    this.throwIfCancelled();
    this.#budget.left = STEPS_BETWEEN_RESTS;
    this.#restedAt = performance.now();
  }
}
