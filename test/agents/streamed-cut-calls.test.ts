import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { createGateway } from "ai";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { aiSdkModel } from "../../src/adapters/ai-sdk/index.js";
import { anthropicModel } from "../../src/adapters/anthropic/index.js";
import { googleModel } from "../../src/adapters/google/index.js";
import { openaiModel } from "../../src/adapters/openai/index.js";
import { createToolRuntime, type Model, streamAgent } from "../../src/core.js";
import { eventEndpoint } from "../adapters/event-endpoint.js";
import { tools } from "./fixtures.js";

/** A provider that streams a call of the tool echo whose arguments end early, by its own client. */
interface CuttingProvider {
  readonly name: string;
  readonly named: boolean;
  readonly model: (url: string) => Model;
  /** Events of the reply; with `atLimit`, the provider reports that it ended at its token limit. */
  readonly events: (atLimit: boolean) => readonly object[];
}

const PARTS = ['{"te', 'xt":"b'];
const client = (baseURL: string) => ({ apiKey: "k", baseURL, maxRetries: 0 });

const PROVIDERS: readonly CuttingProvider[] = [
  {
    name: "Anthropic",
    named: true,
    model: (url) => anthropicModel(new Anthropic(client(url)), { model: "m" }),
    events: (atLimit) => [
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
        content_block: { type: "tool_use", id: "1", name: "echo", input: {} },
      },
      ...PARTS.map((partial_json) => ({
        type: "content_block_delta",
        index: 0,
        delta: { type: "input_json_delta", partial_json },
      })),
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        // The API ends arguments early only at a limit.
        delta: {
          stop_reason: atLimit ? "max_tokens" : "model_context_window_exceeded",
          stop_sequence: null,
        },
        usage: { output_tokens: 9 },
      },
      { type: "message_stop" },
    ],
  },
  {
    name: "OpenAI, Responses",
    named: true,
    model: (url) => openaiModel(new OpenAI(client(url)), { model: "m" }),
    events: (atLimit) => {
      const item = { type: "function_call", id: "f", call_id: "1", name: "echo" };
      const status = atLimit ? "incomplete" : "completed";
      const output = [{ ...item, arguments: PARTS.join(""), status }];
      const details = atLimit && { incomplete_details: { reason: "max_output_tokens" } };
      return [
        { type: "response.output_item.added", output_index: 0, item: { ...item, arguments: "" } },
        ...PARTS.map((delta) => ({
          type: "response.function_call_arguments.delta",
          item_id: "f",
          output_index: 0,
          delta,
        })),
        { type: `response.${status}`, response: { id: "r", object: "response", status, output, ...details } },
      ];
    },
  },
  {
    name: "OpenAI, Chat Completions",
    named: false,
    model: (url) => openaiModel(new OpenAI(client(url)), { model: "m", api: "chat" }),
    events: (atLimit) => {
      const chunk = (delta: object, finish_reason: string | null = null) => ({
        choices: [{ index: 0, delta, finish_reason }],
      });
      const part = (text: string, call: object) => ({ index: 0, function: { arguments: text }, ...call });
      const first = {
        ...{ index: 0, id: "1", type: "function" },
        function: { name: "echo", arguments: PARTS[0] },
      };
      return [
        chunk({ role: "assistant", tool_calls: [first] }),
        chunk({ tool_calls: [part(PARTS[1] ?? "", {})] }),
        chunk({}, atLimit ? "length" : "tool_calls"),
      ];
    },
  },
  {
    name: "Google",
    named: false,
    model: (url) =>
      googleModel(new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: url } }), { model: "m" }),
    events: (atLimit) => {
      const functionCall = { id: "1", name: "echo", args: {} };
      const content = { role: "model", parts: [{ functionCall }] };
      return [{ candidates: [{ content, finishReason: atLimit ? "MAX_TOKENS" : "STOP" }] }];
    },
  },
  {
    name: "AI SDK",
    named: false,
    model: (url) => aiSdkModel(createGateway({ apiKey: "k", baseURL: url })("m")),
    events: (atLimit) => [
      { type: "stream-start", warnings: [] },
      { type: "tool-input-start", id: "1", toolName: "echo" },
      ...PARTS.map((delta) => ({ type: "tool-input-delta", id: "1", delta })),
      {
        type: "finish",
        finishReason: { unified: atLimit ? "length" : "tool-calls", raw: "x" },
        usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
      },
    ],
  },
];

/** Returns the answer to the first call of the streamed reply. */
async function answerOf({ events, named, model }: CuttingProvider, atLimit: boolean) {
  await using endpoint = await eventEndpoint(events(atLimit), { named });
  await using runtime = createToolRuntime({ tools, permissions: "allow-all" });
  for await (const event of streamAgent({ runtime, model: model(endpoint.url), prompt: "Go." })) {
    if (event.type === "results") return event.results[0];
  }
  return undefined;
}

describe.each(PROVIDERS)("a streamed call of $name whose arguments end early", (provider) => {
  it("refuses the call at the token limit, and the model reads why", async () => {
    const answer = await answerOf(provider, true);
    expect(answer).toMatchObject({ callId: "1", status: "error" });
    expect(answer?.error?.message).toMatch(/reply was truncated at its limit/);
  });

  it("answers what is missing if the provider reports no limit", async () => {
    const answer = await answerOf(provider, false);
    expect(answer).toMatchObject({ callId: "1", status: "error" });
    // Gemini streams whole calls: what is incomplete in one is a missing parameter.
    expect(answer?.error?.message).toMatch(provider.name === "Google" ? /missing: text/ : /was truncated/);
  });
});
