import type OpenAI from "openai";
import { describe, expectTypeOf, it } from "vitest";
import {
  type OpenAICallOutput,
  type OpenAIChatTool,
  type OpenAIFunctionCallOutput,
  type OpenAIFunctionTool,
  type OpenAINativeTool,
  type OpenAIReply,
  parseToolCalls,
  type ToolDescriptor,
  toToolResults,
  toTools,
} from "../../../src/adapters/openai/index.js";
import type { AnyTool, ToolCall, ToolResult } from "../../../src/contract/index.js";

const tools: ToolDescriptor[] = [];
const results: ToolResult[] = [];

describe("the types of the vendor's SDK", () => {
  it("accept the tools in any order", () => {
    expectTypeOf<OpenAIFunctionTool>().toExtend<OpenAI.Responses.FunctionTool>();
    expectTypeOf<OpenAIChatTool>().toExtend<OpenAI.ChatCompletionFunctionTool>();
    expectTypeOf(toTools(tools)).toExtend<OpenAI.Responses.ResponseCreateParams["tools"]>();
    expectTypeOf(toTools(tools, { api: "chat" })).toExtend<OpenAI.ChatCompletionCreateParams["tools"]>();
    expectTypeOf<AnyTool>().toExtend<ToolDescriptor>();
  });

  it("take OpenAI's own tools and the answers to their calls", () => {
    expectTypeOf<OpenAINativeTool>().toExtend<OpenAI.Responses.Tool>();
    expectTypeOf(toTools(tools, { native: true })).toExtend<OpenAI.Responses.ResponseCreateParams["tools"]>();
    expectTypeOf<OpenAICallOutput>().toExtend<OpenAI.Responses.ResponseInputItem>();
    expectTypeOf(toToolResults(results, { reply: [] })).toExtend<OpenAI.Responses.ResponseInput>();
  });

  it("take the results as items and as messages of a conversation", () => {
    expectTypeOf<OpenAIFunctionCallOutput>().toExtend<OpenAI.Responses.ResponseInputItem.FunctionCallOutput>();
    expectTypeOf(toToolResults(results)).toExtend<OpenAI.Responses.ResponseInput>();
    expectTypeOf(toToolResults(results, { api: "chat" })).toExtend<OpenAI.ChatCompletionMessageParam[]>();
  });

  it("give replies that calls can be parsed from", () => {
    expectTypeOf<OpenAI.Responses.Response>().toExtend<OpenAIReply>();
    expectTypeOf<OpenAI.Responses.Response["output"]>().toExtend<OpenAIReply>();
    expectTypeOf<OpenAI.ChatCompletion>().toExtend<OpenAIReply>();
    expectTypeOf<OpenAI.ChatCompletionMessage>().toExtend<OpenAIReply>();
    expectTypeOf<OpenAI.ChatCompletionAssistantMessageParam>().toExtend<OpenAIReply>();
    expectTypeOf(parseToolCalls).returns.toEqualTypeOf<ToolCall[]>();
  });

  it("do not let a reply through that was not waited for", () => {
    expectTypeOf<Promise<OpenAI.Responses.Response>>().not.toExtend<OpenAIReply>();
  });
});
