import type { AbortWatch } from "../../../batching/index.js";
import type { Clock } from "../../../contract/index.js";

/** Resolves when a piece of work is done, the budget is spent or the signal is aborted, whichever comes first. */
export function withinBudget(
  work: Promise<unknown>,
  {
    budgetMs,
    signal,
    clock,
    aborts,
  }: {
    readonly budgetMs: number;
    readonly signal: AbortSignal;
    readonly clock: Clock;
    /** Many calls of a batch wait with one signal. */
    readonly aborts: AbortWatch;
  },
): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clock.clearTimeout(timer);
      aborts.delete(signal, finish);
      resolve();
    };
    // Keeps the process alive: the server itself does not, and somebody waits.
    const timer = clock.setTimeout(finish, Math.max(0, budgetMs));
    aborts.add(signal, finish);
    work.then(finish, finish);
  });
}
