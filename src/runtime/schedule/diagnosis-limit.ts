import { type Clock, ignoreRejection } from "../../contract/index.js";

/** Milliseconds past the budget that a backend has to answer that it was not ready. */
const LATE_MS = 5_000;

/** Time limit of one question to the language servers of a backend. */
export interface DiagnosisLimit {
  /** Resolves with `undefined` when the backend has ignored its budget. */
  readonly expired: Promise<undefined>;
  /** Waits for the approver, whose time does not count: the budget starts again with the answer. */
  untimed(ask: () => Promise<boolean>): Promise<boolean>;
  /** Returns the milliseconds since the start, without the time of questions. */
  waitedMs(): number;
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
  const startedAt = clock.now();
  let askedAt = startedAt;
  let askingMs = 0;
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
      if (questions === 0) askedAt = clock.now();
      questions += 1;
      stop();
      const answer = ask().finally(() => {
        questions -= 1;
        if (questions === 0) askingMs += clock.now() - askedAt;
        start();
      });
      // A backend that does not wait for the answer must not end the process.
      ignoreRejection(answer);
      return answer;
    },
    waitedMs() {
      const now = clock.now();
      return now - startedAt - askingMs - (questions > 0 ? now - askedAt : 0);
    },
    cancel() {
      isOver = true;
      stop();
    },
  };
}
