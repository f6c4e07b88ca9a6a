import type { ToolCall, ToolEvent } from "../../contract/index.js";
import type { RunScope, RuntimeServices } from "../services/index.js";
import { executeCalls } from "./execute-calls.js";

/**
 * Yields the events of one run as they happen; ends after the last call's `tool-result`.
 *
 * The run starts when the loop does, and is tracked from then on: the disposal of the runtime waits for it. Leaving the loop early aborts the run and waits until it has ended.
 */
export async function* streamEvents(
  calls: readonly ToolCall[],
  options: RunScope,
  track: <Value>(run: Promise<Value>) => Promise<Value>,
): AsyncGenerator<ToolEvent, void, undefined> {
  const waiting: ToolEvent[] = [];
  let wake: (() => void) | undefined;
  let over = false;
  const notify = () => {
    wake?.();
    wake = undefined;
  };

  // A separate hub in front of the runtime's: call ids alone do not distinguish two runs.
  const outer = options.services.events;
  const services: RuntimeServices = {
    ...options.services,
    events: {
      active: true,
      emit(event) {
        outer.emit(event);
        waiting.push(event);
        notify();
      },
      on: (listener) => outer.on(listener),
    },
  };
  const leave = new AbortController();
  const onAbort = () => leave.abort();
  if (options.signal?.aborted) leave.abort();
  options.signal?.addEventListener("abort", onAbort, { once: true });

  const executed = executeCalls(calls, { ...options, services, signal: leave.signal }).finally(() => {
    over = true;
    notify();
  });
  const run = track(executed);
  try {
    while (true) {
      const event = waiting.shift();
      if (event !== undefined) yield event;
      else if (over) break;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    leave.abort();
    options.signal?.removeEventListener("abort", onAbort);
    await run;
  }
}
