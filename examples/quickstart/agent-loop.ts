import type Anthropic from "@anthropic-ai/sdk";
import type { ToolCall, ToolRuntime } from "collet";
import { parseToolCalls, toToolResults, toTools } from "collet/anthropic";

/** A model with the interface of the Messages API: the real one or a script. */
export type Model = (request: {
  readonly messages: Anthropic.MessageParam[];
  readonly tools: Anthropic.Tool[];
  readonly signal: AbortSignal;
}) => Promise<Pick<Anthropic.Message, "content">>;

/** Options of the agent loop. */
export interface AgentOptions {
  readonly runtime: ToolRuntime;
  readonly signal: AbortSignal;
  /** Receives the text and the calls of each turn before the calls run. */
  readonly onTurn: (text: string, calls: readonly ToolCall[]) => Promise<void>;
}

/** Limit of turns. The task needs fewer, and a model that repeats itself costs money. */
export const MAX_TURNS = 30;

/** Requests a reply, runs its calls and sends the results back, until the model requests no more calls. */
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
