import { parseToolCalls, toToolResults, toTools } from "collet/openai";
import OpenAI from "openai";
import { type Agent, type AgentOptions, MAX_TURNS, replay, tooManyTurns } from "./agent.js";

/** Requests a reply from the real model or the recording. */
type Ask = (
  request: OpenAI.Responses.ResponseCreateParamsNonStreaming,
) => Promise<Pick<OpenAI.Responses.Response, "output">>;

const MODEL = "gpt-5.4-mini";

/** Creates an agent over the Responses API if OPENAI_API_KEY is set, otherwise over the recording. */
export function openAiAgent(environment: NodeJS.ProcessEnv): Agent {
  if (!environment.OPENAI_API_KEY) {
    return { model: "a recording", run: (options) => loop(replay(RECORDED), MODEL, options) };
  }
  const client = new OpenAI();
  const model = environment.OPENAI_MODEL || MODEL;
  return { model, run: (options) => loop((request) => client.responses.create(request), model, options) };
}

async function loop(ask: Ask, model: string, { runtime, task, say }: AgentOptions): Promise<void> {
  const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: task }];
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const reply = await ask({ model, input, tools: toTools(runtime.tools()) });
    for (const item of reply.output) {
      if (item.type !== "message") continue;
      for (const part of item.content) if (part.type === "output_text") say(part.text);
    }
    const calls = parseToolCalls(reply, { tools: runtime.tools() });
    if (calls.length === 0) return;
    const results = await runtime.executeBatch(calls);
    input.push(...(reply.output as OpenAI.Responses.ResponseInput), ...toToolResults(results));
  }
  throw tooManyTurns();
}

/** Recorded replies to the task of this example. In strict mode, omitted parameters are null. */
export const RECORDED: readonly Pick<OpenAI.Responses.Response, "output">[] = [
  {
    output: [
      { type: "reasoning", id: "rs_1", summary: [] },
      {
        type: "function_call",
        id: "fc_1",
        call_id: "call_A",
        name: "Read",
        arguments: '{"path":"README.md","read_range":null}',
        status: "completed",
      },
      {
        type: "function_call",
        id: "fc_2",
        call_id: "call_B",
        name: "glob",
        arguments: '{"filePattern":"src/*.js","limit":null,"offset":null}',
        status: "completed",
      },
    ],
  },
  {
    output: [
      {
        type: "message",
        id: "msg_1",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "It turns timesheets into invoices.", annotations: [] }],
      },
    ],
  },
];
