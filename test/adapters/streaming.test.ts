import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI, type Part } from "@google/genai";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { parseToolCalls as parseAnthropic } from "../../src/adapters/anthropic/index.js";
import { parseToolCalls as parseGoogle } from "../../src/adapters/google/index.js";
import { parseToolCalls as parseOpenAI, toTools as toOpenAITools } from "../../src/adapters/openai/index.js";
import { createToolRuntime, memoryBackend } from "../../src/index.js";
import { eventEndpoint } from "./event-endpoint.js";

const runtimeOf = () =>
  createToolRuntime({ backend: memoryBackend({ files: { "/w/a.txt": "one" } }), cwd: "/w" });
const WHOLE = ['{"pa', 'th":"/w/a', '.txt"}'];
const CUT = ['{"pa', 'th":"/w/a'];

describe("a stream of @anthropic-ai/sdk", () => {
  const events = (parts: readonly string[], stop_reason: string) => [
    {
      type: "message_start",
      message: {
        ...{ id: "m", type: "message", role: "assistant", model: "m", content: [], stop_reason: null },
        ...{ stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } },
      },
    },
    {
      type: "content_block_start",
      index: 0,
      content_block: { type: "tool_use", id: "1", name: "Read", input: {} },
    },
    ...parts.map((partial_json) => ({
      type: "content_block_delta",
      index: 0,
      delta: { type: "input_json_delta", partial_json },
    })),
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 9 } },
    { type: "message_stop" },
  ];

  it.each([
    ["runs a whole call", WHOLE, "tool_use", "done"],
    ["refuses a call that was cut off at the token limit", CUT, "max_tokens", "error"],
  ] as const)("shows partial arguments, and %s", async (_title, parts, reason, status) => {
    await using endpoint = await eventEndpoint(events(parts, reason), { named: true });
    await using runtime = runtimeOf();
    const client = new Anthropic({ apiKey: "k", baseURL: endpoint.url, maxRetries: 0 });
    const seen: string[] = [];
    const stream = client.messages
      .stream({ model: "m", max_tokens: 9, messages: [{ role: "user", content: "Go." }] })
      .on("inputJson", (partial) => seen.push(partial));
    const [result] = await runtime.executeBatch(parseAnthropic(await stream.finalMessage()));
    expect(seen).toEqual(parts);
    expect(result?.status).toBe(status);
    if (status === "error") expect(result?.error?.message).toContain("truncated");
  });
});

describe("a stream of openai", () => {
  const events = (parts: readonly string[], status: string) => {
    const item = { type: "function_call", id: "f", call_id: "1", name: "Read", status: "in_progress" };
    const response = (output: readonly object[], state: string) => ({
      ...{ id: "r", object: "response", created_at: 1, model: "m", output, status: state },
      ...(state === "incomplete" && { incomplete_details: { reason: "max_output_tokens" } }),
    });
    const written = parts.join("");
    return [
      { type: "response.created", response: response([], "in_progress") },
      { type: "response.output_item.added", output_index: 0, item: { ...item, arguments: "" } },
      ...parts.map((delta) => ({
        type: "response.function_call_arguments.delta",
        item_id: "f",
        output_index: 0,
        delta,
      })),
      { type: `response.${status}`, response: response([{ ...item, arguments: written, status }], status) },
    ].map((event, sequence_number) => ({ ...event, sequence_number }));
  };

  it.each([
    ["runs a whole call", WHOLE, "completed", "done"],
    ["refuses a call that was cut off at the token limit", CUT, "incomplete", "error"],
  ] as const)("shows partial arguments, and %s", async (_title, parts, state, status) => {
    await using endpoint = await eventEndpoint(events(parts, state), { named: true });
    await using runtime = runtimeOf();
    const client = new OpenAI({ apiKey: "k", baseURL: endpoint.url, maxRetries: 0 });
    const seen: string[] = [];
    let reply: OpenAI.Responses.Response | undefined;
    for await (const event of await client.responses.create({ model: "m", input: "Go.", stream: true })) {
      if (event.type === "response.function_call_arguments.delta") seen.push(event.delta);
      if (event.type === "response.completed" || event.type === "response.incomplete") reply = event.response;
    }
    const [result] = await runtime.executeBatch(parseOpenAI(reply?.output ?? []));
    expect(seen).toEqual(parts);
    expect(result?.status).toBe(status);
    if (status === "error") expect(result?.error?.message).toContain("truncated");
  });
});

describe("a stream of Chat Completions of openai", () => {
  const events = (parts: readonly string[], finish_reason: string) => {
    const chunk = (delta: object, reason: string | null = null) => ({
      ...{ id: "c", object: "chat.completion.chunk", created: 1, model: "m" },
      choices: [{ index: 0, delta, finish_reason: reason }],
    });
    const call = { index: 0, id: "1", type: "function", function: { name: "Read", arguments: "" } };
    return [
      chunk({ role: "assistant", content: null, tool_calls: [call] }),
      ...parts.map((text) => chunk({ tool_calls: [{ index: 0, function: { arguments: text } }] })),
      chunk({}, finish_reason),
    ];
  };

  it.each([
    ["runs a whole call", WHOLE, "tool_calls", "done"],
    ["refuses a call that was cut off at the token limit", CUT, "length", "error"],
  ] as const)("shows partial arguments, and %s", async (_title, parts, reason, status) => {
    await using endpoint = await eventEndpoint(events(parts, reason), { named: false });
    await using runtime = runtimeOf();
    const client = new OpenAI({ apiKey: "k", baseURL: endpoint.url, maxRetries: 0 });
    const seen: string[] = [];
    const stream = client.chat.completions
      .stream({
        model: "m",
        messages: [{ role: "user", content: "Go." }],
        tools: toOpenAITools(runtime.tools(), { api: "chat", strict: "off" }),
      })
      .on("tool_calls.function.arguments.delta", (delta) => seen.push(delta.arguments_delta));
    const reply = await stream.finalChatCompletion();
    const [result] = await runtime.executeBatch(parseOpenAI(reply, { tools: runtime.tools() }));
    expect(seen.filter((delta) => delta !== "")).toEqual(parts);
    expect(result?.status).toBe(status);
    if (status === "error") expect(result?.error?.message).toContain("truncated");
  });
});

describe("a stream of @google/genai", () => {
  it("runs the calls of all chunks", async () => {
    const chunk = (...parts: readonly object[]) => ({ candidates: [{ content: { role: "model", parts } }] });
    const call = (id: string) => ({ functionCall: { id, name: "Read", args: { path: "/w/a.txt" } } });
    const chunks = [chunk({ text: "I read." }), chunk(call("1")), chunk(call("2"))];
    await using endpoint = await eventEndpoint(chunks, { named: false });
    await using runtime = runtimeOf();
    const client = new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: endpoint.url } });
    const parts: Part[] = [];
    const stream = await client.models.generateContentStream({ model: "gemini-3-pro", contents: "Go." });
    for await (const { candidates } of stream) parts.push(...(candidates?.[0]?.content?.parts ?? []));
    const results = await runtime.executeBatch(parseGoogle(parts));
    expect(results.map(({ callId, status }) => `${callId} ${status}`)).toEqual(["1 done", "2 done"]);
  });
});
