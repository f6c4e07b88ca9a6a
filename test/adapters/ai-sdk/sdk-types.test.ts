import type {
  AssistantModelMessage,
  GenerateTextResult,
  LanguageModel,
  ModelMessage,
  ToolModelMessage,
  ToolSet,
} from "ai";
import { describe, expectTypeOf, it } from "vitest";
import {
  type AiSdkForeignTool,
  type AiSdkLanguageModel,
  type AiSdkReply,
  type AiSdkToolMessage,
  parseToolCalls,
  type ToolDescriptor,
  type ToolSetRuntime,
  toToolResults,
  toToolSet,
  toTools,
} from "../../../src/adapters/ai-sdk/index.js";
import type { AnyTool, ToolCall } from "../../../src/contract/index.js";
import type { createToolRuntime } from "../../../src/index.js";

describe("the types of the AI SDK", () => {
  it("take the tools as they come", () => {
    expectTypeOf(toTools).returns.toExtend<ToolSet>();
    expectTypeOf(toToolSet).returns.toExtend<ToolSet>();
    expectTypeOf<AnyTool>().toExtend<ToolDescriptor>();
    expectTypeOf<ReturnType<typeof createToolRuntime>>().toExtend<ToolSetRuntime>();
  });

  it("take the results as a message of a conversation", () => {
    expectTypeOf<AiSdkToolMessage>().toExtend<ToolModelMessage>();
    expectTypeOf(toToolResults).returns.toExtend<ModelMessage>();
  });

  it("give replies that calls can be parsed from, and tools that a runtime takes", () => {
    expectTypeOf<AssistantModelMessage>().toExtend<AiSdkReply>();
    expectTypeOf<GenerateTextResult<ToolSet, never>>().toExtend<AiSdkReply>();
    expectTypeOf<ToolSet>().toExtend<Record<string, AiSdkForeignTool>>();
    expectTypeOf(parseToolCalls).returns.toEqualTypeOf<ToolCall[]>();
  });

  it("give language models of both versions that a model can be made of", () => {
    expectTypeOf<Exclude<LanguageModel, string>>().toExtend<AiSdkLanguageModel>();
  });

  it("do not let a reply through that was not waited for", () => {
    expectTypeOf<Promise<GenerateTextResult<ToolSet, never>>>().not.toExtend<AiSdkReply>();
  });
});
