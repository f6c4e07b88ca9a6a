import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { GoogleGenAI as GoogleGenAI3 } from "genai3";
import OpenAI from "openai";
import OpenAI7 from "openai7";
import { describe, expect, it } from "vitest";
import { toRunnableTools as toAnthropicTools } from "../../src/adapters/anthropic/index.js";
import { toCallableTool } from "../../src/adapters/google/index.js";
import { toRunnableTools as toOpenAITools } from "../../src/adapters/openai/index.js";
import { createToolRuntime, memoryBackend } from "../../src/index.js";
import { eventEndpoint } from "./event-endpoint.js";

const runtimeOf = () =>
  createToolRuntime({ backend: memoryBackend({ files: { "/w/a.txt": "one" } }), cwd: "/w" });
const INPUT = ['{"pa', 'th":"/w/a', '.txt"}'];

describe("a stream of toolRunner of @anthropic-ai/sdk", () => {
  const events = (content_block: object, deltas: readonly object[], stop_reason: string) => [
    {
      type: "message_start",
      message: {
        ...{ id: "m", type: "message", role: "assistant", model: "m", content: [], stop_reason: null },
        ...{ stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } },
      },
    },
    { type: "content_block_start", index: 0, content_block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index: 0, delta })),
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 9 } },
    { type: "message_stop" },
  ];

  it("shows partial arguments, runs the call and shows the text", async () => {
    const use = { type: "tool_use", id: "1", name: "Read", input: {} };
    const parts = INPUT.map((partial_json) => ({ type: "input_json_delta", partial_json }));
    const next = events({ type: "text", text: "" }, [{ type: "text_delta", text: "Done." }], "end_turn");
    await using endpoint = await eventEndpoint(events(use, parts, "tool_use"), { named: true, next });
    await using runtime = runtimeOf();
    const client = new Anthropic({ apiKey: "k", baseURL: endpoint.url, maxRetries: 0 });
    const runner = client.beta.messages.toolRunner({
      ...{ model: "m", max_tokens: 9, stream: true },
      messages: [{ role: "user", content: "Go." }],
      tools: toAnthropicTools(runtime),
    });
    const seen: string[] = [];
    for await (const stream of runner) {
      for await (const event of stream) {
        if (event.type !== "content_block_delta") continue;
        if (event.delta.type === "input_json_delta") seen.push(event.delta.partial_json);
        if (event.delta.type === "text_delta") seen.push(event.delta.text);
      }
    }
    expect(seen).toEqual([...INPUT, "Done."]);
    expect(JSON.stringify(runner.params.messages)).toContain("1: one");
  });
});

describe.each([
  ["openai 6", OpenAI],
  ["openai 7", OpenAI7 as unknown as typeof OpenAI],
])("a stream of runTools of %s", (_title, Client) => {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...{ id: "c", object: "chat.completion.chunk", created: 1, model: "m" },
    choices: [{ index: 0, delta, finish_reason }],
  });

  it("shows partial arguments, runs the call and shows the text", async () => {
    const call = { index: 0, id: "1", type: "function", function: { name: "Read", arguments: "" } };
    const first = [
      chunk({ role: "assistant", content: null, tool_calls: [call] }),
      ...INPUT.map((text) => chunk({ tool_calls: [{ index: 0, function: { arguments: text } }] })),
      chunk({}, "tool_calls"),
    ];
    const next = [chunk({ role: "assistant", content: "Done." }), chunk({}, "stop")];
    await using endpoint = await eventEndpoint(first, { named: false, next });
    await using runtime = runtimeOf();
    const client = new Client({ apiKey: "k", baseURL: endpoint.url, maxRetries: 0 });
    const seen: string[] = [];
    const runner = client.chat.completions
      .runTools({
        ...{ model: "m", stream: true },
        messages: [{ role: "user", content: "Go." }],
        tools: toOpenAITools(runtime),
      })
      .on("tool_calls.function.arguments.delta", ({ arguments_delta }) => seen.push(arguments_delta))
      .on("content", (text) => seen.push(text));
    await runner.done();
    expect(seen.filter((text) => text !== "")).toEqual([...INPUT, "Done."]);
    expect(JSON.stringify(runner.messages)).toContain("1: one");
  });
});

describe.each([
  ["@google/genai 2", GoogleGenAI],
  ["@google/genai 3", GoogleGenAI3 as unknown as typeof GoogleGenAI],
])("a stream of generateContentStream of %s", (_title, Client) => {
  it("runs the call and shows the text", async () => {
    const chunk = (part: object) => ({
      candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP" }],
    });
    const functionCall = { id: "1", name: "Read", args: { path: "/w/a.txt" } };
    await using endpoint = await eventEndpoint([chunk({ functionCall })], {
      named: false,
      next: [chunk({ text: "Do" }), chunk({ text: "ne." })],
    });
    await using runtime = runtimeOf();
    const client = new Client({ apiKey: "k", httpOptions: { baseUrl: endpoint.url } });
    const stream = await client.models.generateContentStream({
      model: "gemini-3-pro",
      contents: "Go.",
      config: { tools: [toCallableTool(runtime)] },
    });
    const seen: unknown[] = [];
    for await (const { candidates } of stream) seen.push(candidates?.[0]?.content);
    const shown = JSON.stringify(seen);
    for (const part of ["functionCall", "1: one", '"Do"', '"ne."']) expect(shown).toContain(part);
  });
});
