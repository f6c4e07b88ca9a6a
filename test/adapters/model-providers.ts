import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { createGateway } from "ai";
import OpenAI from "openai";
import { aiSdkModel } from "../../src/adapters/ai-sdk/index.js";
import { anthropicModel } from "../../src/adapters/anthropic/index.js";
import { googleModel } from "../../src/adapters/google/index.js";
import { openaiModel } from "../../src/adapters/openai/index.js";
import type { Model } from "../../src/index.js";

/** What a reply of a provider is made of. */
export interface SampleReply {
  readonly text?: string;
  readonly call?: { readonly id: string; readonly name: string; readonly input: object };
  /** Ends at the limit of its tokens. */
  readonly cut?: boolean;
}

/** A provider, by its own client against a service on this machine. */
export interface ProviderUnderTest {
  readonly name: string;
  model(url: string, options?: { readonly maxOutputTokens?: number }): Model;
  /** A reply as the service gives it, with something of the model's thoughts before a call; 10 tokens in, 5 out. */
  reply(sample: SampleReply): object;
  /** An error as the service gives it. */
  failure(message: string): object;
  /** The turns of a request, as text. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies of five vendors.
  turns(body: any): string;
  /** What has to come back of the thoughts. */
  readonly thoughts: string;
}

const retryless = { maxRetries: 0 };

export const MODEL_PROVIDERS: readonly ProviderUnderTest[] = [
  {
    name: "Anthropic",
    model: (url, options) =>
      anthropicModel(new Anthropic({ apiKey: "k", baseURL: url, ...retryless }), { model: "m", ...options }),
    thoughts: "signature-of-thoughts",
    turns: ({ messages }) => JSON.stringify(messages),
    failure: (message) => ({ type: "error", error: { type: "some_error", message } }),
    reply: ({ text, call, cut }) => ({
      id: "msg",
      type: "message",
      role: "assistant",
      model: "m",
      content: [
        ...(call ? [{ type: "thinking", thinking: "Hm.", signature: "signature-of-thoughts" }] : []),
        ...(text ? [{ type: "text", text }] : []),
        ...(call ? [{ type: "tool_use", ...call }] : []),
      ],
      stop_reason: cut ? "max_tokens" : call ? "tool_use" : "end_turn",
      usage: {
        input_tokens: 3,
        cache_creation_input_tokens: 3,
        cache_read_input_tokens: 4,
        output_tokens: 5,
      },
    }),
  },
  {
    name: "OpenAI responses",
    model: (url, options) =>
      openaiModel(new OpenAI({ apiKey: "k", baseURL: url, ...retryless }), { model: "m", ...options }),
    thoughts: "encrypted-thoughts",
    turns: ({ input }) => JSON.stringify(input),
    failure: (message) => ({ error: { message, type: "some_error", code: null } }),
    reply: ({ text, call, cut }) => ({
      id: "resp",
      object: "response",
      status: cut ? "incomplete" : "completed",
      ...(cut && { incomplete_details: { reason: "max_output_tokens" } }),
      error: null,
      output: [
        ...(call
          ? [{ type: "reasoning", id: "rs_1", summary: [], encrypted_content: "encrypted-thoughts" }]
          : []),
        ...(text
          ? [
              {
                type: "message",
                id: "msg_1",
                role: "assistant",
                status: "completed",
                content: [{ type: "output_text", text, annotations: [] }],
              },
            ]
          : []),
        ...(call
          ? [
              {
                type: "function_call",
                id: "fc_1",
                call_id: call.id,
                name: call.name,
                arguments: JSON.stringify(call.input),
                status: "completed",
              },
            ]
          : []),
      ],
      usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
    }),
  },
  {
    name: "OpenAI chat",
    model: (url, options) =>
      openaiModel(new OpenAI({ apiKey: "k", baseURL: url, ...retryless }), {
        model: "m",
        api: "chat",
        ...options,
      }),
    thoughts: "reasoning of a compatible service",
    turns: ({ messages }) => JSON.stringify(messages),
    failure: (message) => ({ error: { message, type: "some_error", code: null } }),
    reply: ({ text, call, cut }) => ({
      id: "c",
      object: "chat.completion",
      choices: [
        {
          index: 0,
          finish_reason: cut ? "length" : call ? "tool_calls" : "stop",
          message: {
            role: "assistant",
            content: text ?? null,
            ...(call && {
              reasoning_content: "reasoning of a compatible service",
              tool_calls: [
                {
                  id: call.id,
                  type: "function",
                  function: { name: call.name, arguments: JSON.stringify(call.input) },
                },
              ],
            }),
          },
        },
      ],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    }),
  },
  {
    name: "Google",
    model: (url, options) =>
      googleModel(
        new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: url, retryOptions: { attempts: 1 } } }),
        { model: "m", ...options },
      ),
    thoughts: "thought-signature",
    turns: ({ contents }) => JSON.stringify(contents),
    failure: (message) => ({ error: { code: 429, message, status: "SOME_ERROR" } }),
    reply: ({ text, call, cut }) => ({
      candidates: [
        {
          content: {
            role: "model",
            parts: [
              ...(call ? [{ text: "Hm.", thought: true }] : []),
              ...(text ? [{ text }] : []),
              ...(call
                ? [
                    {
                      functionCall: { id: call.id, name: call.name, args: call.input },
                      thoughtSignature: "thought-signature",
                    },
                  ]
                : []),
            ],
          },
          finishReason: cut ? "MAX_TOKENS" : "STOP",
        },
      ],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 3, thoughtsTokenCount: 2 },
    }),
  },
  {
    name: "AI SDK",
    model: (url, options) => aiSdkModel(createGateway({ apiKey: "k", baseURL: url })("m"), options),
    thoughts: "signature-of-thoughts",
    turns: ({ prompt }) => JSON.stringify(prompt),
    failure: (message) => ({ error: { message, type: "some_error" } }),
    reply: ({ text, call, cut }) => ({
      content: [
        ...(call
          ? [
              {
                type: "reasoning",
                text: "Hm.",
                providerMetadata: { anthropic: { signature: "signature-of-thoughts" } },
              },
            ]
          : []),
        ...(text ? [{ type: "text", text }] : []),
        ...(call
          ? [
              {
                type: "tool-call",
                toolCallId: call.id,
                toolName: call.name,
                input: JSON.stringify(call.input),
              },
            ]
          : []),
      ],
      finishReason: { unified: cut ? "length" : call ? "tool-calls" : "stop", raw: "x" },
      usage: { inputTokens: { total: 10 }, outputTokens: { total: 5 } },
      warnings: [],
    }),
  },
];
