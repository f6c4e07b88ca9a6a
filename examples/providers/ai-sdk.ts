import { generateText, type LanguageModel, stepCountIs } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { toToolSet } from "collet/ai-sdk";
import { type Agent, MAX_TURNS, replay } from "./agent.js";

const MODEL = "openai/gpt-5.4-mini";

/** Creates an agent that uses the loop of the AI SDK: over the gateway if AI_GATEWAY_API_KEY is set, otherwise with the recording. */
export function aiSdkAgent(environment: NodeJS.ProcessEnv): Agent {
  const name = environment.AI_GATEWAY_API_KEY ? environment.AI_GATEWAY_MODEL || MODEL : undefined;
  const model: LanguageModel = name ?? new MockLanguageModelV3({ doGenerate: replay(RECORDED) });
  return {
    model: name ?? "a recording",
    async run({ runtime, task, say }) {
      const { text } = await generateText({
        model,
        prompt: task,
        tools: toToolSet(runtime),
        stopWhen: stepCountIs(MAX_TURNS),
      });
      say(text);
    },
  };
}

type Reply = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;

const usage: Reply["usage"] = {
  inputTokens: { total: 1200, noCache: 1200, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 40, text: 0, reasoning: 0 },
};

/** Recorded replies to the task of this example. */
export const RECORDED: readonly Reply[] = [
  {
    content: [
      { type: "tool-call", toolCallId: "call_A", toolName: "Read", input: '{"path":"README.md"}' },
      { type: "tool-call", toolCallId: "call_B", toolName: "glob", input: '{"filePattern":"src/*.js"}' },
    ],
    finishReason: { unified: "tool-calls", raw: "tool_calls" },
    usage,
    warnings: [],
  },
  {
    content: [{ type: "text", text: "It turns timesheets into invoices." }],
    finishReason: { unified: "stop", raw: "stop" },
    usage,
    warnings: [],
  },
];
