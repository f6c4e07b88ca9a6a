import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import type { BindToolsInput } from "@langchain/core/language_models/chat_models";
import type { AIMessage, AIMessageChunk, BaseMessageLike } from "@langchain/core/messages";
import type { StructuredToolParams } from "@langchain/core/tools";
import { describe, expectTypeOf, it } from "vitest";
import {
  type LangChainReply,
  type LangChainTool,
  type LangChainToolMessage,
  parseToolCalls,
  type ToolDescriptor,
  toToolResults,
  toTools,
} from "../../../src/adapters/langchain/index.js";
import type { AnyTool, ToolCall } from "../../../src/contract/index.js";

describe("the types of LangChain", () => {
  it("accept the tools in any order", () => {
    expectTypeOf<LangChainTool>().toExtend<StructuredToolParams>();
    expectTypeOf(toTools).returns.toExtend<BindToolsInput[]>();
    expectTypeOf<AnyTool>().toExtend<ToolDescriptor>();
  });

  it("take the results as messages of a conversation", () => {
    expectTypeOf<LangChainToolMessage>().toExtend<BaseMessageLike>();
    expectTypeOf(toToolResults).returns.toExtend<BaseLanguageModelInput>();
  });

  it("give replies that calls can be parsed from", () => {
    expectTypeOf<AIMessage>().toExtend<LangChainReply>();
    expectTypeOf<AIMessageChunk>().toExtend<LangChainReply>();
    expectTypeOf(parseToolCalls).returns.toEqualTypeOf<ToolCall[]>();
  });

  it("do not let a reply through that was not waited for", () => {
    expectTypeOf<Promise<AIMessage>>().not.toExtend<LangChainReply>();
  });
});
