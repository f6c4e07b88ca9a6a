import { parseToolCalls, toToolResults, toTools } from "collet/openai";
import type OpenAI from "openai";
import { type AgentOptions, MAX_TURNS } from "./agent-loop.js";

/** Runs the same loop over the Chat Completions API of OpenAI. */
export async function runOpenAiAgent(
  client: OpenAI,
  model: string,
  prompt: { readonly system: string; readonly task: string },
  { runtime, signal, onTurn }: AgentOptions,
): Promise<void> {
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: "system", content: prompt.system },
    { role: "user", content: prompt.task },
  ];
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    signal.throwIfAborted();
    const tools = toTools(runtime.tools(), { api: "chat" });
    const reply = await client.chat.completions.create({ model, messages, tools }, { signal });
    const message = reply.choices[0]?.message;
    if (message === undefined) throw new Error("The reply of the model has no message.");
    const calls = parseToolCalls(message, { tools: runtime.tools() });
    await onTurn(message.content ?? "", calls);
    if (calls.length === 0) return;
    const results = await runtime.executeBatch(calls, { signal });
    messages.push(message, ...toToolResults(results, { api: "chat" }));
  }
  throw new Error(`The model did not finish within ${MAX_TURNS} turns.`);
}
