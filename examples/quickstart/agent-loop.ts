import type Anthropic from "@anthropic-ai/sdk";
import type { ToolCall, ToolRuntime } from "collet";
import { parseToolCalls, toToolResults, toTools } from "collet/anthropic";

/** A model that speaks the Messages API: the real one, or a script. */
export type Model = (request: {
  readonly messages: Anthropic.MessageParam[];
  readonly tools: Anthropic.Tool[];
  readonly signal: AbortSignal;
}) => Promise<Pick<Anthropic.Message, "content">>;

/** What a loop works with. */
export interface AgentOptions {
  readonly runtime: ToolRuntime;
  readonly signal: AbortSignal;
  /** Told what the model says and wants before its calls run. */
  readonly onTurn: (text: string, calls: readonly ToolCall[]) => Promise<void>;
}

/** Enough for the task at hand; a model that runs in circles costs money. */
export const MAX_TURNS = 30;

/** The agent loop: ask the model, run its calls, send the results back, until it makes no more calls. */
export async function runAgent(model: Model, task: string, options: AgentOptions): Promise<void> {
  const { runtime, signal, onTurn } = options;
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: task }];
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    signal.throwIfAborted();
    const reply = await model({ messages, tools: toTools(runtime.tools()), signal });
    const calls = parseToolCalls(reply);
    await onTurn(textOf(reply.content), calls);
    if (calls.length === 0) return;
    const results = await runtime.executeBatch(calls, { signal });
    messages.push({ role: "assistant", content: reply.content }, toToolResults(results));
  }
  throw new Error(`The model did not finish within ${MAX_TURNS} turns.`);
}

function textOf(content: Anthropic.Message["content"]): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}
