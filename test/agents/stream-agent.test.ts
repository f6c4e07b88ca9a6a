import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { anthropicModel } from "../../src/adapters/anthropic/index.js";
import { googleModel } from "../../src/adapters/google/index.js";
import { openaiModel } from "../../src/adapters/openai/index.js";
import { createToolRuntime, type StreamedAgentEvent, streamAgent } from "../../src/core.js";
import { eventEndpoint } from "../adapters/event-endpoint.js";
import { call, deferred, modelOf, reply, tools } from "./fixtures.js";

const runtimeOf = () => createToolRuntime({ tools, permissions: "allow-all" });

async function all(stream: AsyncIterable<StreamedAgentEvent>): Promise<StreamedAgentEvent[]> {
  const events: StreamedAgentEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

const shown = (event: StreamedAgentEvent) =>
  event.type === "text-delta" ? event.delta : event.type === "tool-event" ? event.event.type : event.type;

describe("streamAgent", () => {
  it("yields text, calls and the end in order", async () => {
    await using runtime = runtimeOf();
    const model = modelOf((request, turn) => {
      if (turn === 2) return reply("Done.");
      request.onText?.("Let me ");
      request.onText?.("look.");
      return reply("Let me look.", [call("a")]);
    });
    const events = await all(streamAgent({ runtime, model, prompt: "Go." }));
    expect(events.map(shown)).toEqual([
      ...["step-start", "Let me ", "look.", "model-reply", "tool-call-start", "tool-result", "results"],
      ...["step-start", "Done.", "model-reply", "end"],
    ]);
    expect(events.at(-1)).toMatchObject({ result: { ended: "done", text: "Done." } });
  });

  it("omits the calls of others in the same session", async () => {
    await using runtime = runtimeOf();
    const model = modelOf(async (_request, turn) => {
      await runtime.execute({ id: "other", name: "echo", input: { text: "b" } });
      return turn === 1 ? reply("", [call("a", "mine")]) : reply("Done.");
    });
    const events = await all(streamAgent({ runtime, model, prompt: "Go." }));
    const ids = events.flatMap((each) => (each.type === "tool-event" ? each.event.callId : []));
    expect(new Set(ids)).toEqual(new Set(["mine"]));
  });

  it("ends the agent when the loop is left, and ignores what the model writes later", async () => {
    await using runtime = runtimeOf();
    const begun = deferred();
    let signal: AbortSignal | undefined;
    const model = modelOf(async (request) => {
      signal = request.signal;
      request.onText?.("begun");
      begun.resolve();
      return new Promise(() => {});
    });
    for await (const event of streamAgent({ runtime, model, prompt: "Go." }))
      if (event.type === "text-delta") break;
    await begun.promise;
    expect(signal?.aborted).toBe(true);
    expect(() => model.requests[0]?.onText?.("late")).not.toThrow();
  });

  it("rejects invalid options, and ignores texts that are none", async () => {
    await using runtime = runtimeOf();
    await expect(all(streamAgent({ runtime, prompt: "Go." }))).rejects.toThrow("needs a model");
    const model = modelOf((request) => {
      for (const odd of [undefined, 7, ""]) request.onText?.(odd as string);
      return reply("Done.");
    });
    const deltas = (await all(streamAgent({ runtime, model, prompt: "Go." }))).filter(
      ({ type }) => type === "text-delta",
    );
    expect(deltas.map(shown)).toEqual(["Done."]);
  });

  it("streams the text of @anthropic-ai/sdk", async () => {
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = {
      id: "m",
      type: "message",
      role: "assistant",
      model: "m",
      content: [],
      stop_reason: null,
      stop_sequence: null,
    };
    const delta = (text: string) => ({
      type: "content_block_delta",
      index: 0,
      delta: { type: "text_delta", text },
    });
    await using endpoint = await eventEndpoint(
      [
        { type: "message_start", message: { ...message, usage } },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        delta("It "),
        delta("works."),
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage },
        { type: "message_stop" },
      ],
      { named: true },
    );
    const client = new Anthropic({ apiKey: "k", baseURL: endpoint.url, maxRetries: 0 });
    await using runtime = runtimeOf();
    const events = await all(
      streamAgent({ runtime, model: anthropicModel(client, { model: "m" }), prompt: "Go." }),
    );
    expect(events.filter(({ type }) => type === "text-delta").map(shown)).toEqual(["It ", "works."]);
    expect(events.at(-1)).toMatchObject({ result: { ended: "done", text: "It works." } });
  });

  it("streams the text of the Responses API of openai", async () => {
    const content = [{ type: "output_text", text: "It works.", annotations: [] }];
    const output = [{ type: "message", id: "m", role: "assistant", status: "completed", content }];
    const delta = (text: string) => ({
      type: "response.output_text.delta",
      item_id: "m",
      output_index: 0,
      content_index: 0,
      delta: text,
    });
    await using endpoint = await eventEndpoint(
      [
        delta("It "),
        delta("works."),
        { type: "response.completed", response: { id: "r", status: "completed", output } },
      ],
      { named: true },
    );
    const client = new OpenAI({ apiKey: "k", baseURL: endpoint.url, maxRetries: 0 });
    await using runtime = runtimeOf();
    const events = await all(
      streamAgent({ runtime, model: openaiModel(client, { model: "m" }), prompt: "Go." }),
    );
    expect(events.filter(({ type }) => type === "text-delta").map(shown)).toEqual(["It ", "works."]);
    expect(events.at(-1)).toMatchObject({ result: { ended: "done", text: "It works." } });
  });

  const chunk = (delta: object, finish_reason: string | null = null) => ({
    id: "c",
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason }],
  });
  const chatModel = (url: string) =>
    openaiModel(new OpenAI({ apiKey: "k", baseURL: url, maxRetries: 0 }), { model: "m", api: "chat" });

  it("streams the text of Chat Completions of openai", async () => {
    await using endpoint = await eventEndpoint(
      [
        chunk({ role: "assistant", content: "It " }),
        chunk({ content: "works." }),
        chunk({}, "stop"),
        { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } },
      ],
      { named: false },
    );
    await using runtime = runtimeOf();
    const events = await all(streamAgent({ runtime, model: chatModel(endpoint.url), prompt: "Go." }));
    expect(events.filter(({ type }) => type === "text-delta").map(shown)).toEqual(["It ", "works."]);
    expect(events.at(-1)).toMatchObject({ result: { ended: "done", text: "It works." } });
  });

  it("fails when the stream of a reply breaks off", async () => {
    await using endpoint = await eventEndpoint([chunk({ content: "It " })], { named: false });
    await using runtime = runtimeOf();
    const events = await all(streamAgent({ runtime, model: chatModel(endpoint.url), prompt: "Go." }));
    expect(events.at(-1)).toMatchObject({ result: { ended: "model-failed" } });
  });

  it("runs the streamed calls of Chat Completions, and answers one whose arguments were truncated", async () => {
    const part = (index: number, id: string | undefined, input: string) => ({
      index,
      ...(id !== undefined && { id, type: "function" }),
      function: { ...(id !== undefined && { name: "echo" }), arguments: input },
    });
    await using endpoint = await eventEndpoint(
      [
        chunk({ role: "assistant", tool_calls: [part(0, "whole", '{"te'), part(0, undefined, 'xt":"a"}')] }),
        chunk({ tool_calls: [part(1, "cut", '{"te')] }),
        chunk({ tool_calls: [part(1, undefined, 'xt":"b')] }, "tool_calls"),
      ],
      { named: false },
    );
    await using runtime = runtimeOf();
    for await (const event of streamAgent({ runtime, model: chatModel(endpoint.url), prompt: "Go." })) {
      if (event.type !== "results") continue;
      const [whole, cut] = event.results;
      expect(whole).toMatchObject({ callId: "whole", status: "done" });
      expect(cut).toMatchObject({ callId: "cut", status: "error" });
      expect(JSON.stringify(cut?.content)).toContain("truncated");
      return;
    }
    expect.unreachable();
  });

  it("streams the text of @google/genai, without thoughts", async () => {
    const reply = (part: object, finishReason?: string) => ({
      candidates: [{ content: { role: "model", parts: [part] }, ...(finishReason && { finishReason }) }],
      usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2 },
    });
    await using endpoint = await eventEndpoint(
      [reply({ text: "Hm.", thought: true }), reply({ text: "It " }), reply({ text: "works." }, "STOP")],
      { named: false },
    );
    const client = new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: endpoint.url } });
    await using runtime = runtimeOf();
    const events = await all(
      streamAgent({ runtime, model: googleModel(client, { model: "m" }), prompt: "Go." }),
    );
    expect(events.filter(({ type }) => type === "text-delta").map(shown)).toEqual(["It ", "works."]);
    expect(events.at(-1)).toMatchObject({ result: { ended: "done", text: "It works." } });
  });
});
