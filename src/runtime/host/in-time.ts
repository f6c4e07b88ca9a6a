import { type Clock, ignoreRejection, ToolError } from "../../contract/index.js";

/** The end of a wait. */
export interface InTimeOptions {
  readonly clock: Clock;
  readonly limitMs: number | false;
  /** The subject of the message: `The schema of 'x'`. */
  readonly what: string;
}

/**
 * Waits for a promise of the host's, but no longer than a time limit: a schema, a preview or a backend that never settles would
 * leave its call, and with it the batch, without an end. Rejects with `timeout` then.
 */
export function inTime<Value>(
  work: PromiseLike<Value>,
  { clock, limitMs, what }: InTimeOptions,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const expire = () =>
      reject(
        new ToolError(`${what} did not answer within ${Number(limitMs) / 1_000} seconds.`, {
          code: "timeout",
        }),
      );
    const timer = limitMs === false ? undefined : clock.setTimeout(expire, limitMs);
    const stopTimer = () => {
      if (timer !== undefined) clock.clearTimeout(timer);
    };
    const accept = (value: Value) => {
      // A promise whose `then` is not a function is a value like any other, and may still reject.
      ignoreRejection(value);
      resolve(value);
    };
    new Promise<Value>((settle) => settle(work)).then(accept, reject).then(stopTimer);
    ignoreRejection(work);
  });
}
