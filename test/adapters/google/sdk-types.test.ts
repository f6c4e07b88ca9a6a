import type {
  Content,
  ContentListUnion,
  FunctionDeclaration,
  FunctionResponse,
  GenerateContentConfig,
  GenerateContentResponse,
} from "@google/genai";
import { describe, expectTypeOf, it } from "vitest";
import {
  type GoogleFunctionDeclaration,
  type GoogleFunctionResponse,
  type GoogleReply,
  type GoogleResultContent,
  parseToolCalls,
  type ToolDescriptor,
  toToolResults,
  toTools,
} from "../../../src/adapters/google/index.js";
import type { AnyTool, ToolCall } from "../../../src/contract/index.js";

describe("the types of the vendor's SDK", () => {
  it("accept the tools in any order", () => {
    expectTypeOf<GoogleFunctionDeclaration>().toExtend<FunctionDeclaration>();
    expectTypeOf(toTools).returns.toExtend<GenerateContentConfig["tools"]>();
    expectTypeOf<AnyTool>().toExtend<ToolDescriptor>();
  });

  it("take the results as a content of a conversation", () => {
    expectTypeOf<GoogleFunctionResponse>().toExtend<FunctionResponse>();
    expectTypeOf<GoogleResultContent>().toExtend<Content>();
    expectTypeOf(toToolResults).returns.toExtend<ContentListUnion>();
  });

  it("give replies that calls can be parsed from", () => {
    expectTypeOf<GenerateContentResponse>().toExtend<GoogleReply>();
    expectTypeOf<Content>().toExtend<GoogleReply>();
    expectTypeOf<NonNullable<Content["parts"]>>().toExtend<GoogleReply>();
    expectTypeOf(parseToolCalls).returns.toEqualTypeOf<ToolCall[]>();
  });

  it("do not let a reply through that was not waited for", () => {
    expectTypeOf<Promise<GenerateContentResponse>>().not.toExtend<GoogleReply>();
  });
});
