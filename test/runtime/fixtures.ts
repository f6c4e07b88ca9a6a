import * as z from "zod";
import { createToolRuntime, defineTool, type ToolEvent } from "../../src/core.js";
import { loadPipeline } from "../../src/runtime/index.js";

/** Creates a promise that tests settle explicitly, which controls concurrency without sleeping. */
export function deferred<Value = void>() {
  let resolve!: (value: Value) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<Value>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

/** Yields until all pending work has run. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A tool that returns its input and touches nothing. */
export const echoTool = defineTool({
  name: "echo",
  description: "Answers with the given text.",
  kind: "think",
  inputSchema: z.object({ text: z.string(), times: z.number().default(1) }),
  executionProfile: { resourceKeys: () => [] },
  execute: ({ text, times }) => text.repeat(times),
});

/** A clock that only advances explicitly. */
export function manualClock() {
  let time = 0;
  let order = 0;
  const timers = new Map<number, { at: number; callback: () => void }>();
  return {
    now: () => time,
    setTimeout(callback: () => void, delayMs: number) {
      order += 1;
      timers.set(order, { at: time + delayMs, callback });
      return order;
    },
    clearTimeout(handle: unknown) {
      timers.delete(handle as number);
    },
    pending: () => timers.size,
    async advance(ms: number) {
      const end = time + ms;
      // The first call of a process waits for files, which this clock does not move.
      await loadPipeline();
      await settle();
      for (;;) {
        const next = [...timers].filter(([, timer]) => timer.at <= end).sort((a, b) => a[1].at - b[1].at)[0];
        if (next === undefined) break;
        timers.delete(next[0]);
        time = Math.max(time, next[1].at);
        next[1].callback();
        await settle();
      }
      time = end;
      await settle();
    },
  };
}

/** Advances a clock until a promise has settled: a loaded machine may set the next timer late. */
export async function advanceUntilEnd<Value>(
  clock: ReturnType<typeof manualClock>,
  running: Promise<Value>,
): Promise<Value> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  running.then(end, end);
  while (!isOver) await clock.advance(100);
  return running;
}

/** Records every event of a runtime, in order. */
export function record(runtime: { on(listener: (event: ToolEvent) => void): () => void }): ToolEvent[] {
  const events: ToolEvent[] = [];
  runtime.on((event) => events.push(event));
  return events;
}

export { createToolRuntime, defineTool, z };
