import { type Clock, ignoreRejection, ignoreRejectionsIn, ToolError } from "../../contract/index.js";
import { inSeconds } from "../../text/index.js";

/** Options of a limited wait. */
export interface InTimeOptions {
  readonly clock: Clock;
  readonly limitMs: number | false;
  /** The subject of the message: `The schema of 'x'`. */
  readonly what: string;
}

/**
 * Waits for a promise of the host, but no longer than a time limit; then rejects with `timeout`. A schema, a preview
 * or a backend that never settles would keep its call, and with it the batch, from ending.
 */
export function inTime<Value>(
  work: PromiseLike<Value>,
  { clock, limitMs, what }: InTimeOptions,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const expire = () => {
      isLate = true;
      reject(
        new ToolError(`${what} did not answer within ${inSeconds(Number(limitMs))}.`, {
          code: "timeout",
        }),
      );
    };
    const timer = limitMs === false ? undefined : clock.setTimeout(expire, limitMs);
    const stopTimer = () => {
      if (timer !== undefined) clock.clearTimeout(timer);
    };
    const accept = (value: Value) => {
      // A promise whose `then` is not a function is an ordinary value, and may still reject.
      ignoreRejection(value);
      // No code reads a value that is too late.
      if (isLate) ignoreRejectionsIn(value);
      resolve(value);
    };
    new Promise<Value>((settle) => settle(work)).then(accept, reject).then(stopTimer);
    ignoreRejection(work);
  });
}
