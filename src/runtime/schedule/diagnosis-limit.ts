import { type Clock, ignoreRejection } from "../../contract/index.js";

/** Milliseconds past the budget that a backend has to answer that it was not ready. */
const LATE_MS = 5_000;

/** Time limit of one question to the language servers of a backend. */
export interface DiagnosisLimit {
  /** Resolves with `undefined` when the backend has ignored its budget. */
  readonly expired: Promise<undefined>;
  /** Waits for the approver, whose time does not count: the budget starts again with the answer. */
  untimed(ask: () => Promise<boolean>): Promise<boolean>;
  /** Stops the timer. */
  cancel(): void;
}

/** Starts the time limit of a backend that may ignore its budget. */
export function startDiagnosisLimit(clock: Clock, budgetMs: number): DiagnosisLimit {
  let expire: (value: undefined) => void;
  const expired = new Promise<undefined>((resolve) => {
    expire = resolve;
  });
  let timer: unknown;
  let questions = 0;
  let isOver = false;
  const stop = () => {
    if (timer !== undefined) clock.clearTimeout(timer);
    timer = undefined;
  };
  const start = () => {
    stop();
    if (!isOver && questions === 0) timer = clock.setTimeout(() => expire(undefined), budgetMs + LATE_MS);
  };
  start();
  return {
    expired,
    untimed(ask) {
      questions += 1;
      stop();
      const answer = ask().finally(() => {
        questions -= 1;
        start();
      });
      // A backend that does not wait for the answer must not end the process.
      ignoreRejection(answer);
      return answer;
    },
    cancel() {
      isOver = true;
      stop();
    },
  };
}
