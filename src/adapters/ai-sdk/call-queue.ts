import type { ToolCall, ToolResult } from "../../contract/index.js";

/** Runs calls together and returns one result per call, in order. */
export type RunTogether = (
  calls: readonly ToolCall[],
  signal: AbortSignal | undefined,
) => Promise<readonly ToolResult[]>;

interface Waiting {
  readonly signal: AbortSignal | undefined;
  readonly calls: ToolCall[];
  readonly settle: { resolve(result: ToolResult): void; reject(reason: unknown): void }[];
}

/**
 * Creates a function that joins calls arriving in one turn of the event loop into one run.
 *
 * The SDK starts the calls of a step one by one; if they also ran one by one, the order of two edits of a file would depend
 * on which of them is prepared first. Joined, they run as if in call order. Calls with another signal, or with an id that is
 * already waiting (from another conversation), get their own run.
 */
export function createCallQueue(
  run: RunTogether,
): (call: ToolCall, signal: AbortSignal | undefined) => Promise<ToolResult> {
  const open: Waiting[] = [];
  const flush = async (waiting: Waiting): Promise<void> => {
    open.splice(open.indexOf(waiting), 1);
    const { calls, settle, signal } = waiting;
    try {
      const results = await run(calls, signal);
      for (const [index, { resolve, reject }] of settle.entries()) {
        const result = results[index];
        if (result === undefined) reject(new Error("The runtime returned no result for a call."));
        else resolve(result);
      }
    } catch (error) {
      for (const { reject } of settle) reject(error);
    }
  };
  return (call, signal) =>
    new Promise((resolve, reject) => {
      let waiting = open.find(
        (other) => other.signal === signal && !other.calls.some(({ id }) => id === call.id),
      );
      if (waiting === undefined) {
        const started: Waiting = { signal, calls: [], settle: [] };
        open.push(started);
        setTimeout(() => void flush(started), 0);
        waiting = started;
      }
      waiting.calls.push(call);
      waiting.settle.push({ resolve, reject });
    });
}
