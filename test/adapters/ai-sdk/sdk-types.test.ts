import type {
  AssistantModelMessage,
  GenerateTextResult,
  LanguageModel,
  ModelMessage,
  ToolCallRepairFunction,
  ToolModelMessage,
  ToolSet,
} from "ai";
import type {
  generateText as generateText7,
  ModelMessage as ModelMessage7,
  ToolCallRepairFunction as Repair7,
  ToolSet as ToolSet7,
} from "ai7";
import { describe, expectTypeOf, it } from "vitest";
import {
  type AiSdkForeignTool,
  type AiSdkLanguageModel,
  type AiSdkReply,
  type AiSdkToolMessage,
  type AiSdkToolSet,
  parseToolCalls,
  repairToolCall,
  type ToolDescriptor,
  type ToolSetRuntime,
  type toToolApproval,
  toToolResults,
  toToolSet,
  toTools,
} from "../../../src/adapters/ai-sdk/index.js";
import type { AnyTool, ToolCall, ToolResult } from "../../../src/contract/index.js";
import type { createToolRuntime, DefaultToolMap } from "../../../src/index.js";

type DefaultTools = DefaultToolMap<readonly []>;
type DefaultSet = AiSdkToolSet<DefaultTools>;

describe("the types of the AI SDK", () => {
  it("accept the tools in any order", () => {
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

  it("take the tools, messages and repairs of version 7 as they are", () => {
    expectTypeOf(toTools).returns.toExtend<ToolSet7>();
    expectTypeOf(toToolSet).returns.toExtend<ToolSet7>();
    expectTypeOf(toToolResults).returns.toExtend<ModelMessage7>();
    expectTypeOf(repairToolCall).returns.toExtend<ToolCallRepairFunction<ToolSet>>();
    expectTypeOf(repairToolCall).returns.toExtend<Repair7<ToolSet7>>();
    expectTypeOf<ToolSet7>().toExtend<Record<string, AiSdkForeignTool>>();
    type Approval = NonNullable<Parameters<typeof generateText7<DefaultSet>>[0]["toolApproval"]>;
    expectTypeOf<ReturnType<typeof toToolApproval<DefaultTools>>>().toExtend<Approval>();
  });

  it("know the input and the result of each tool", () => {
    expectTypeOf<DefaultSet["Read"]["execute"]>().parameter(0).toExtend<{ readonly path: string }>();
    expectTypeOf<Awaited<ReturnType<DefaultSet["Bash"]["execute"]>>>().toExtend<ToolResult>();
  });
});
