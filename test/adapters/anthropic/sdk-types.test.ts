import type Anthropic from "@anthropic-ai/sdk";
import { describe, expectTypeOf, it } from "vitest";
import {
  type AnthropicNativeTool,
  type AnthropicReply,
  type AnthropicTool,
  type AnthropicToolResultMessage,
  parseToolCalls,
  type ToolDescriptor,
  toToolResults,
  toTools,
} from "../../../src/adapters/anthropic/index.js";
import type { AnyTool, ToolCall } from "../../../src/contract/index.js";

describe("the types of the vendor's SDK", () => {
  it("accept the tools in any order", () => {
    expectTypeOf<AnthropicTool>().toExtend<Anthropic.Tool>();
    expectTypeOf<AnthropicTool>().toExtend<Anthropic.Messages.ToolUnion>();
    expectTypeOf(toTools).returns.toExtend<Anthropic.MessageCreateParams["tools"]>();
    expectTypeOf<AnyTool>().toExtend<ToolDescriptor>();
  });

  it("take Anthropic's own tools", () => {
    expectTypeOf<AnthropicNativeTool>().toExtend<Anthropic.Messages.ToolUnion>();
    expectTypeOf(toTools([], { native: true })).toExtend<Anthropic.MessageCreateParams["tools"]>();
  });

  it("take the results as a message of a conversation", () => {
    expectTypeOf<AnthropicToolResultMessage>().toExtend<Anthropic.MessageParam>();
    expectTypeOf(toToolResults).returns.toExtend<Anthropic.MessageCreateParams["messages"][number]>();
  });

  it("give messages that calls can be parsed from", () => {
    expectTypeOf<Anthropic.Message>().toExtend<AnthropicReply>();
    expectTypeOf<Anthropic.Message["content"]>().toExtend<AnthropicReply>();
    expectTypeOf<Anthropic.MessageParam>().toExtend<AnthropicReply>();
    expectTypeOf(parseToolCalls).returns.toEqualTypeOf<ToolCall[]>();
  });

  it("do not let a message through that was not waited for", () => {
    expectTypeOf<Promise<Anthropic.Message>>().not.toExtend<AnthropicReply>();
  });
});
