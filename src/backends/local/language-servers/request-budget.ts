import type { AbortWatch } from "../../../batching/index.js";
import type { Clock } from "../../../contract/index.js";

/** Resolves when the work is done, the budget is spent or the signal is aborted, whichever comes first. */
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
    /** Shared, because many calls of a batch wait on one signal. */
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
    // Keeps the process alive while a caller waits; the server itself does not.
    const timer = clock.setTimeout(finish, Math.max(0, budgetMs));
    aborts.add(signal, finish);
    work.then(finish, finish);
  });
}
