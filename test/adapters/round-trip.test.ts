import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import type { Content } from "@google/genai";
import { AIMessage, type BaseMessageLike } from "@langchain/core/messages";
import type { ModelMessage } from "ai";
import type OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as aiSdk from "../../src/adapters/ai-sdk/index.js";
import * as anthropic from "../../src/adapters/anthropic/index.js";
import * as google from "../../src/adapters/google/index.js";
import * as langchain from "../../src/adapters/langchain/index.js";
import * as openai from "../../src/adapters/openai/index.js";
import { createToolRuntime } from "../../src/index.js";

let cwd: string;
beforeAll(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-round-trip-")));
  await writeFile(join(cwd, "a.txt"), "alpha\n");
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const read = { path: "a.txt" };
const wrong = { path: "gone.txt" };

describe("a recorded message and its answer, in the SDK's own types", () => {
  it("completes a round trip with Anthropic", async () => {
    await using runtime = createToolRuntime({ cwd });
    const reply: Pick<Anthropic.Message, "role" | "content"> = {
      role: "assistant",
      content: [
        { type: "tool_use", id: "toolu_1", name: "Read", input: read, caller: { type: "direct" } },
        { type: "tool_use", id: "toolu_2", name: "Read", input: wrong, caller: { type: "direct" } },
      ],
    };
    const results = await runtime.executeBatch(anthropic.parseToolCalls(reply));
    const messages: Anthropic.MessageParam[] = [reply, anthropic.toToolResults(results)];
    expect(messages[1]).toMatchObject({
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "toolu_1", content: "1: alpha" },
        { type: "tool_result", tool_use_id: "toolu_2", is_error: true },
      ],
    });
  });

  it("completes a round trip with the Responses API", async () => {
    await using runtime = createToolRuntime({ cwd });
    const output: OpenAI.Responses.ResponseFunctionToolCall[] = [
      {
        type: "function_call",
        call_id: "call_1",
        name: "Read",
        arguments: '{"path":"a.txt","read_range":null}',
      },
      { type: "function_call", call_id: "call_2", name: "Read", arguments: JSON.stringify(wrong) },
    ];
    const results = await runtime.executeBatch(openai.parseToolCalls(output, { tools: runtime.tools() }));
    // The null was strict mode's, and is gone before the pipeline sees it.
    expect(results[0]?.metadata?.repairs).toBeUndefined();
    const input: OpenAI.Responses.ResponseInput = [...output, ...openai.toToolResults(results)];
    expect(input.slice(2)).toMatchObject([
      { type: "function_call_output", call_id: "call_1", output: "1: alpha" },
      { type: "function_call_output", call_id: "call_2", output: expect.stringContaining("gone.txt") },
    ]);
  });

  it("completes a round trip with Chat Completions", async () => {
    await using runtime = createToolRuntime({ cwd });
    const message: OpenAI.ChatCompletionMessage = {
      role: "assistant",
      content: null,
      refusal: null,
      tool_calls: [
        { id: "call_1", type: "function", function: { name: "Read", arguments: JSON.stringify(read) } },
        { id: "call_2", type: "function", function: { name: "Read", arguments: '{"path":' } },
      ],
    };
    const results = await runtime.executeBatch(openai.parseToolCalls(message));
    const messages: OpenAI.ChatCompletionMessageParam[] = [
      message,
      ...openai.toToolResults(results, { api: "chat" }),
    ];
    expect(messages.slice(1)).toMatchObject([
      { role: "tool", tool_call_id: "call_1", content: "1: alpha" },
      { role: "tool", tool_call_id: "call_2", content: expect.stringContaining("ends unexpectedly") },
    ]);
  });

  it("completes a round trip with Gemini", async () => {
    await using runtime = createToolRuntime({ cwd });
    const content: Content = {
      role: "model",
      parts: [
        { functionCall: { name: "Read", args: read } },
        { functionCall: { id: "f2", name: "Read", args: wrong } },
      ],
    };
    const results = await runtime.executeBatch(google.parseToolCalls(content, { tools: runtime.tools() }));
    const contents: Content[] = [content, google.toToolResults(results)];
    expect(contents[1]).toEqual({
      role: "user",
      parts: [
        { functionResponse: { name: "Read", response: { output: "1: alpha" } } },
        {
          functionResponse: {
            id: "f2",
            name: "Read",
            response: { error: expect.stringContaining("gone.txt") },
          },
        },
      ],
    });
  });

  it("completes a round trip with the AI SDK", async () => {
    await using runtime = createToolRuntime({ cwd });
    const message: ModelMessage = {
      role: "assistant",
      content: [{ type: "tool-call", toolCallId: "1", toolName: "Read", input: read }],
    };
    const results = await runtime.executeBatch(aiSdk.parseToolCalls(message));
    const messages: ModelMessage[] = [message, aiSdk.toToolResults(results)];
    expect(messages[1]).toEqual({
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "1",
          toolName: "Read",
          output: { type: "text", value: "1: alpha" },
        },
      ],
    });
  });

  it("completes a round trip with LangChain", async () => {
    await using runtime = createToolRuntime({ cwd });
    const message = new AIMessage({ content: "", tool_calls: [{ id: "1", name: "Read", args: read }] });
    const results = await runtime.executeBatch(langchain.parseToolCalls(message));
    const messages: BaseMessageLike[] = [message, ...langchain.toToolResults(results)];
    expect(messages[1]).toMatchObject({
      role: "tool",
      tool_call_id: "1",
      status: "success",
      content: "1: alpha",
    });
  });
});
