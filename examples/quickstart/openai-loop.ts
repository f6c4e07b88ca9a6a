import type { ToolResult } from "collet";
import type OpenAI from "openai";
import { type AgentOptions, MAX_TURNS } from "./agent-loop.js";

/** The same loop over OpenAI's Chat Completions, written out: tools, calls and results are plain objects. */
export async function runOpenAiAgent(
  client: OpenAI,
  model: string,
  prompt: { readonly system: string; readonly task: string },
  { runtime, signal, onTurn }: AgentOptions,
): Promise<void> {
  const tools = runtime.tools().map(({ name, description, inputSchema }) => ({
    type: "function" as const,
    function: { name, description, parameters: inputSchema as OpenAI.FunctionParameters },
  }));
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: "system", content: prompt.system },
    { role: "user", content: prompt.task },
  ];
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    signal.throwIfAborted();
    const reply = await client.chat.completions.create({ model, messages, tools }, { signal });
    const message = reply.choices[0]?.message;
    if (message === undefined) throw new Error("The model answered without a message.");
    // The arguments are a string of JSON; the runtime parses and checks it like any other input.
    const calls = (message.tool_calls ?? []).map((call) =>
      call.type === "function"
        ? { id: call.id, name: call.function.name, input: call.function.arguments }
        : { id: call.id, name: call.custom.name, input: call.custom.input },
    );
    await onTurn(message.content ?? "", calls);
    if (calls.length === 0) return;
    const results = await runtime.executeBatch(calls, { signal });
    messages.push(message, ...results.map(toToolMessage));
  }
  throw new Error(`The model did not finish within ${MAX_TURNS} turns.`);
}

function toToolMessage({ callId, content }: ToolResult): OpenAI.ChatCompletionToolMessageParam {
  const texts = content.map((part) => {
    if (part.type === "text") return part.text;
    if (part.type === "json") return JSON.stringify(part.value);
    return `[${part.mediaType}: Chat Completions takes text only]`;
  });
  return { role: "tool", tool_call_id: callId, content: texts.join("\n") };
}
