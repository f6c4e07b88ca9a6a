import { createQuietController, ignoreRejection, quietly, type ToolEvent } from "../../contract/index.js";
import type { ToolRuntime } from "../../runtime/index.js";
import type { AgentEvent, AgentResult } from "./agent-event.js";
import { holds } from "./check-messages.js";
import { runAgent } from "./run-agent.js";
import {
  type AgentRuntime,
  checkRunAgentOptions,
  type RunAgentOptions,
  readRunAgentOptions,
} from "./run-agent-options.js";

/** An event of a streamed agent: of its loop, of its calls, or a part of the model's text. */
export type StreamedAgentEvent =
  | AgentEvent
  /** A part of the text of a reply. The deltas of a step together are the text of its `model-reply`. */
  | { readonly type: "text-delta"; readonly step: number; readonly delta: string }
  /** An event of a call of this agent. */
  | { readonly type: "tool-event"; readonly step: number; readonly event: ToolEvent };

/** Options of a streamed agent. */
export interface StreamAgentOptions extends Omit<RunAgentOptions, "runtime" | "onText"> {
  /** The runtime of the calls, whose events are yielded. */
  readonly runtime: AgentRuntime & Pick<ToolRuntime, "on">;
}

/**
 * Runs an agent like `runAgent` and yields its events as they happen: the text of the model while it is written, and the events of its
 * calls. Returns the result. The text of a model that cannot stream is one delta.
 *
 * The agent starts when the loop does. Leaving the loop early ends the agent, and waits until its calls have ended.
 *
 * @example
 * for await (const event of streamAgent({ runtime, prompt: "Why does the build fail?" })) {
 *   if (event.type === "text-delta") process.stdout.write(event.delta);
 * }
 */
export async function* streamAgent(
  options: StreamAgentOptions,
): AsyncGenerator<StreamedAgentEvent, AgentResult, undefined> {
  const read = readRunAgentOptions(options ?? {});
  const { runtime, onEvent: listener } = read as Partial<StreamAgentOptions>;
  if (!holds(() => typeof runtime?.on === "function") || runtime === undefined) {
    throw new TypeError("streamAgent needs a runtime: pass the result of createToolRuntime as `runtime`.");
  }
  checkRunAgentOptions({ ...read, runtime });
  const leave = createQuietController();
  const signal = read.signal === undefined ? leave.signal : AbortSignal.any([read.signal, leave.signal]);
  const waiting: StreamedAgentEvent[] = [];
  let wake: (() => void) | undefined;
  let over = false;
  let step = 0;
  let hasText = false;
  let calls: ReadonlySet<string> = new Set();
  const notify = () => {
    wake?.();
    wake = undefined;
  };
  const push = (event: StreamedAgentEvent) => {
    waiting.push(event);
    notify();
  };
  const onText = (delta: string) => {
    hasText = true;
    push({ type: "text-delta", step, delta });
  };
  const onEvent = (event: AgentEvent) => {
    if (event.type === "step-start") {
      step = event.step;
      hasText = false;
    }
    if (event.type === "model-reply") {
      if (!hasText && event.text !== "") onText(event.text);
      calls = new Set(event.toolCalls.map(({ id }) => id));
    }
    push(event);
    // A listener cannot change the agent, and may reject.
    quietly(() => listener?.(event));
  };
  const sessionId = (read.session ?? read.within?.session ?? runtime.defaultSession).id;
  const stopListening = runtime.on((event) => {
    if (event.sessionId === sessionId && calls.has(event.callId)) push({ type: "tool-event", step, event });
  });
  const run = runAgent({ ...read, runtime, signal, onText, onEvent }).finally(() => {
    over = true;
    notify();
  });
  ignoreRejection(run);
  try {
    while (true) {
      const event = waiting.shift();
      if (event !== undefined) yield event;
      else if (over) break;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    return await run;
  } finally {
    leave.abort();
    await run.catch(ignoreRejection);
    stopListening();
  }
}
