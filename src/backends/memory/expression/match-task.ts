/** Steps that may still be made before other things get their turn. */
export interface WorkBudget {
  left: number;
}

/** A piece of work that can be done bit by bit. */
export interface MatchTask<Result> {
  /** Works until it is done or the budget is used up. Answers `undefined` in the second case: call it again later. */
  step(budget: WorkBudget): Result | undefined;
}
