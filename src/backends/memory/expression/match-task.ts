/** Remaining steps before the work yields to the event loop. */
export interface WorkBudget {
  left: number;
}

/** A task that can be done incrementally. */
export interface MatchTask<Result> {
  /**
   * Works until the task is done or the budget is used up. In the second case it returns `undefined`: call it
   * again later.
   */
  step(budget: WorkBudget): Result | undefined;
}
