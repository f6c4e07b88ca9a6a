import { ignoreRejection, ignoreRejectionsIn, type ToolCall, type ToolResult } from "../../contract/index.js";

/** Runs calls together and returns one result per call, in order. */
export type RunTogether = (
  calls: readonly ToolCall[],
  options: { readonly signal: AbortSignal | undefined; readonly approved: ReadonlySet<string> },
) => Promise<readonly ToolResult[]>;

/** Options of a call in the queue. */
export interface QueuedCallOptions {
  readonly signal: AbortSignal | undefined;
  /** Whether the user of the framework approved the call. */
  readonly isApproved?: boolean;
}

interface Waiting {
  readonly signal: AbortSignal | undefined;
  readonly calls: ToolCall[];
  readonly approved: Set<string>;
  readonly settle: { resolve(result: ToolResult): void; reject(reason: unknown): void }[];
}

/**
 * Creates a function that joins calls arriving in one turn of the event loop into one run.
 *
 * A framework starts the calls of a step one by one; if they also ran one by one, the order of two edits of a file would depend
 * on which of them is prepared first. Joined, they run as if in call order. Calls with another signal, or with an id that is
 * already waiting (from another conversation), get their own run.
 */
export function createCallQueue(
  run: RunTogether,
): (call: ToolCall, options: QueuedCallOptions) => Promise<ToolResult> {
  const open: Waiting[] = [];
  const flush = async (waiting: Waiting): Promise<void> => {
    open.splice(open.indexOf(waiting), 1);
    const { calls, settle, signal, approved } = waiting;
    try {
      const results = await run(calls, { signal, approved });
      for (const [index, { resolve, reject }] of settle.entries()) {
        const result = results[index];
        ignoreRejection(result);
        if (result === undefined) reject(new Error("The runtime returned no result for a call."));
        else resolve(result);
      }
    } catch (error) {
      ignoreRejection(error);
      for (const { reject } of settle) reject(error);
    }
  };
  return (call, { signal, isApproved = false }) => {
    // The runtime refuses promises in its arguments, but only in the next turn of the event loop.
    for (const value of [call.id, signal]) ignoreRejection(value);
    ignoreRejectionsIn(call.input);
    return new Promise((resolve, reject) => {
      let waiting = open.find(
        (other) => other.signal === signal && !other.calls.some(({ id }) => id === call.id),
      );
      if (waiting === undefined) {
        const started: Waiting = { signal, calls: [], approved: new Set(), settle: [] };
        open.push(started);
        setTimeout(() => void flush(started), 0);
        waiting = started;
      }
      waiting.calls.push(call);
      if (isApproved) waiting.approved.add(call.id);
      waiting.settle.push({ resolve, reject });
    });
  };
}
