import { simulateReadableStream } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { MockLanguageModelV4 } from "ai7/test";
import { describe, expect, it } from "vitest";
import { aiSdkModel } from "../../src/adapters/ai-sdk/index.js";
import { createToolRuntime, type StreamedAgentEvent, streamAgent } from "../../src/core.js";
import { SDKS } from "../adapters/ai-sdk/sdk-majors.js";
import { PNG } from "../adapters/sample-results.js";
import { tools } from "./fixtures.js";

const runtimeOf = () => createToolRuntime({ tools, permissions: "allow-all" });
const usage = { inputTokens: { total: 3 }, outputTokens: { total: 2 } };
const finish = { type: "finish", usage, finishReason: { unified: "tool-calls", raw: "x" } };

async function all(stream: AsyncIterable<StreamedAgentEvent>): Promise<StreamedAgentEvent[]> {
  const events: StreamedAgentEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

/** Creates a model whose streams have these parts, one list for each turn. */
function streaming(...turns: readonly (readonly object[])[]) {
  const requests: { prompt: unknown }[] = [];
  const languageModel = {
    ...{ specificationVersion: "v3", provider: "p", modelId: "m" },
    doGenerate: async () => expect.unreachable("The reply was not streamed."),
    doStream: async (request: { prompt: unknown }) => {
      const parts = turns[requests.length] ?? [];
      requests.push(request);
      return {
        stream: simulateReadableStream({ chunks: [...parts], initialDelayInMs: null, chunkDelayInMs: null }),
      };
    },
  };
  return { model: aiSdkModel(languageModel), requests };
}

const resultsOf = (events: readonly StreamedAgentEvent[]) =>
  events.flatMap((event) => (event.type === "results" ? event.results : []));
const last = (events: readonly StreamedAgentEvent[]) => events.at(-1) as { result?: object } | undefined;

describe.each(SDKS)("a model of the AI SDK $major in streamAgent", ({ major, model }) => {
  it("streams its text, and runs its calls", async () => {
    await using runtime = runtimeOf();
    const language = model(["I echo.", { id: "1", name: "echo", input: { text: "hi" } }], ["It works."]);
    const events = await all(streamAgent({ runtime, model: aiSdkModel(language as never), prompt: "Go." }));
    const deltas = events.flatMap((event) => (event.type === "text-delta" ? [event.delta] : []));
    expect(deltas).toEqual(["I echo.", "It works."]);
    expect(resultsOf(events)).toMatchObject([{ callId: "1", status: "done" }]);
    expect(last(events)).toMatchObject({ result: { ended: "done", text: "It works." } });
    expect(JSON.stringify(language.prompts[1])).toContain("I echo.");
  });

  it("gets images in the parts of its specification", async () => {
    const prompts: unknown[] = [];
    const Mock =
      major === 6 ? MockLanguageModelV3 : (MockLanguageModelV4 as unknown as typeof MockLanguageModelV3);
    const language = new Mock({
      doGenerate: (async ({ prompt }: { prompt: unknown }) => {
        prompts.push(prompt);
        return {
          content: [{ type: "text", text: "Fine." }],
          finishReason: { unified: "stop" },
          usage,
          warnings: [],
        };
      }) as never,
    });
    const image = { type: "image", mediaType: "image/png", data: PNG } as const;
    const timing = { queuedAt: 0, endedAt: 0, durationMs: 0 };
    const result = {
      callId: "c",
      toolName: "t",
      requestedName: "t",
      status: "done",
      result: "",
      timing,
    } as const;
    await aiSdkModel(language as never).generate({
      messages: [
        { role: "user", content: [image] },
        { role: "assistant", text: "", toolCalls: [{ id: "c", name: "t", input: {} }] },
        { role: "tool", results: [{ ...result, content: [image] }] },
      ],
      tools: [],
      signal: new AbortController().signal,
    });
    const data = major === 6 ? PNG : { type: "data", data: PNG };
    expect(prompts[0]).toMatchObject([
      { content: [{ type: "file", mediaType: "image/png", data }] },
      {},
      {
        content: [
          {
            output: { value: [{ type: major === 6 ? "image-data" : "file", mediaType: "image/png", data }] },
          },
        ],
      },
    ]);
  });
});

describe("a streamed reply of the AI SDK", () => {
  it("keeps the order and the metadata of its parts for the next turn", async () => {
    await using runtime = runtimeOf();
    const { model, requests } = streaming(
      [
        { type: "reasoning-start", id: "r" },
        { type: "reasoning-delta", id: "r", delta: "Hm." },
        { type: "reasoning-end", id: "r", providerMetadata: { p: { signature: "s" } } },
        { type: "tool-input-start", id: "1", toolName: "echo" },
        { type: "text-start", id: "r" },
        { type: "text-delta", id: "r", delta: "I " },
        { type: "tool-input-delta", id: "1", delta: '{"text":"a"}' },
        { type: "text-delta", id: "r", delta: "echo." },
        { type: "tool-input-end", id: "1" },
        { type: "tool-call", toolCallId: "1", toolName: "echo", input: '{"text":"a"}' },
        finish,
      ],
      [{ type: "text-start", id: "t" }, { type: "text-delta", id: "t", delta: "Done." }, finish],
    );
    const events = await all(streamAgent({ runtime, model, prompt: "Go." }));
    expect(last(events)).toMatchObject({ result: { ended: "done", text: "Done." } });
    expect((requests[1]?.prompt as object[] | undefined)?.[1]).toEqual({
      role: "assistant",
      content: [
        { type: "reasoning", text: "Hm.", providerOptions: { p: { signature: "s" } } },
        { type: "tool-call", toolCallId: "1", toolName: "echo", input: { text: "a" } },
        { type: "text", text: "I echo." },
      ],
    });
  });

  it("answers a call that the provider never completed as truncated", async () => {
    await using runtime = runtimeOf();
    const { model } = streaming(
      [
        { type: "tool-input-start", id: "1", toolName: "echo" },
        { type: "tool-input-delta", id: "1", delta: '{"te' },
        { type: "tool-input-delta", id: "1", delta: 'xt":"b' },
        finish,
      ],
      [{ type: "text-start", id: "t" }, { type: "text-delta", id: "t", delta: "Done." }, finish],
    );
    const [cut] = resultsOf(await all(streamAgent({ runtime, model, prompt: "Go." })));
    expect(cut).toMatchObject({ callId: "1", status: "error" });
    expect(JSON.stringify(cut?.content)).toContain("ends unexpectedly after 10 characters");
  });

  it.each<[string, readonly object[], string]>([
    ["ends early", [{ type: "text-start", id: "t" }], "ended before the reply was complete"],
    ["reports an error", [{ type: "error", error: new Error("Overloaded.") }], "Overloaded."],
    [
      "is interrupted",
      [{ type: "finish", usage, finishReason: { unified: "interrupted", raw: undefined } }],
      "ended before the reply was complete",
    ],
  ])("fails when its stream %s", async (_title, parts, message) => {
    await using runtime = runtimeOf();
    const { model } = streaming(parts, parts, parts);
    const events = await all(streamAgent({ runtime, model, prompt: "Go." }));
    expect(last(events)).toMatchObject({
      result: { ended: "model-failed", problem: expect.stringContaining(message) },
    });
  });
});
