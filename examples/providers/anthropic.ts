import Anthropic from "@anthropic-ai/sdk";
import { parseToolCalls, toToolResults, toTools } from "collet/anthropic";
import { type Agent, type AgentOptions, MAX_TURNS, replay, tooManyTurns } from "./agent.js";

/** Requests a reply from the real model or the recording. */
type Ask = (
  request: Anthropic.MessageCreateParamsNonStreaming,
) => Promise<Pick<Anthropic.Message, "content">>;

const MODEL = "claude-sonnet-5-5";

/** Creates an agent over the Messages API if ANTHROPIC_API_KEY is set, otherwise over the recording. */
export function anthropicAgent(environment: NodeJS.ProcessEnv): Agent {
  if (!environment.ANTHROPIC_API_KEY) {
    return { model: "a recording", run: (options) => loop(replay(RECORDED), MODEL, options) };
  }
  const client = new Anthropic();
  const model = environment.ANTHROPIC_MODEL || MODEL;
  return { model, run: (options) => loop((request) => client.messages.create(request), model, options) };
}

async function loop(ask: Ask, model: string, { runtime, task, say }: AgentOptions): Promise<void> {
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: task }];
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const tools = toTools(runtime.tools());
    const reply = await ask({ model, max_tokens: 4096, messages, tools });
    for (const block of reply.content) if (block.type === "text") say(block.text);
    const calls = parseToolCalls(reply, { tools: runtime.tools() });
    if (calls.length === 0) return;
    const results = await runtime.executeBatch(calls);
    messages.push({ role: "assistant", content: reply.content }, toToolResults(results));
  }
  throw tooManyTurns();
}

/** Recorded replies to the task of this example. */
export const RECORDED: readonly Pick<Anthropic.Message, "content">[] = [
  {
    content: [
      { type: "text", text: "I look at the README and at what is there.", citations: null },
      {
        type: "tool_use",
        id: "toolu_01A",
        name: "Read",
        input: { path: "README.md" },
        caller: { type: "direct" },
      },
      {
        type: "tool_use",
        id: "toolu_01B",
        name: "glob",
        input: { filePattern: "src/*.js" },
        caller: { type: "direct" },
      },
    ],
  },
  { content: [{ type: "text", text: "It turns timesheets into invoices.", citations: null }] },
];
