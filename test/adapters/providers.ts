import { transformJSONSchema } from "@anthropic-ai/sdk/lib/transform-json-schema";
import { toStrictJsonSchema } from "openai/lib/transform";
import * as aiSdk from "../../src/adapters/ai-sdk/index.js";
import * as anthropic from "../../src/adapters/anthropic/index.js";
import * as google from "../../src/adapters/google/index.js";
import * as langchain from "../../src/adapters/langchain/index.js";
import * as openai from "../../src/adapters/openai/index.js";
import type { ExportOptions, ToolDescriptor } from "../../src/adapters/tool-export/index.js";
import type { ToolCall, ToolResult } from "../../src/contract/index.js";
import { refusals as anthropicRefusals } from "./anthropic/request-rules.js";
import { jsonSchemaRefusals, openApiRefusals } from "./google/request-rules.js";
import { looseRefusals, strictRefusals } from "./openai/request-rules.js";

/** A tool as a provider sees it, whatever its shape is there. */
export interface SentTool {
  readonly name: string;
  readonly description: string;
  readonly schema: Record<string, unknown>;
}

/** What all adapters have in common, for tests that hold for each of them. */
export interface Provider {
  readonly name: string;
  readonly toTools: (tools: readonly ToolDescriptor[], options?: ExportOptions) => unknown;
  /** The tools in what `toTools` gave. */
  readonly sent: (wire: unknown) => SentTool[];
  /** Why the provider would refuse a request with this tool; empty when it would take it. */
  readonly refusals: (tool: SentTool, wire: unknown) => string[];
  /** A model's reply with these calls, as the provider sends it. */
  readonly reply: (calls: readonly { id?: string; name: string; input: unknown }[]) => unknown;
  readonly parseToolCalls: (reply: unknown, tools?: readonly ToolDescriptor[]) => ToolCall[];
  readonly toToolResults: (results: readonly ToolResult[]) => unknown;
}

const options = (tools: readonly ToolDescriptor[] | undefined) => (tools === undefined ? {} : { tools });

const PORTABLE_NAME = /^[a-zA-Z_][a-zA-Z0-9_-]{0,62}$/;

function badName(name: string, pattern: RegExp): string[] {
  return pattern.test(name) ? [] : [`${name}: name`];
}

/** Recursive references and what the transform only notes in words are no reason to refuse. */
function anthropicTransformFails(schema: Record<string, unknown>): string[] {
  try {
    transformJSONSchema(schema as never);
    return [];
  } catch (error) {
    return [String(error)];
  }
}

function openAiTools(wire: unknown): (SentTool & { strict: boolean })[] {
  return (wire as openai.OpenAIFunctionTool[]).map(({ name, description = "", parameters, strict }) => ({
    name,
    description,
    schema: parameters,
    strict,
  }));
}

function strictOracle({ name, schema }: SentTool, wire: unknown): string[] {
  const { strict } = openAiTools(wire).find((tool) => tool.name === name) ?? { strict: false };
  if (!strict) return looseRefusals(name, schema);
  const transformed = toStrictJsonSchema(structuredClone(schema) as never);
  const unchanged = JSON.stringify(transformed) === JSON.stringify(schema);
  return [...strictRefusals(name, schema), ...(unchanged ? [] : [`${name}: the SDK would change it`])];
}

function googleTools(wire: unknown): SentTool[] {
  const [first] = wire as google.GoogleTool[];
  return (first?.functionDeclarations ?? []).map((declaration) => ({
    name: declaration.name,
    description: declaration.description ?? "",
    schema: (declaration.parametersJsonSchema ?? declaration.parameters ?? {}) as Record<string, unknown>,
  }));
}

export const PROVIDERS: readonly Provider[] = [
  {
    name: "anthropic",
    toTools: anthropic.toTools,
    sent: (wire) =>
      (wire as anthropic.AnthropicTool[]).map(({ name, description = "", input_schema: schema }) => ({
        name,
        description,
        schema,
      })),
    refusals: ({ name, schema }) => anthropicRefusals([{ name, input_schema: schema }]),
    reply: (calls) => ({ content: calls.map((call) => ({ type: "tool_use", ...call })) }),
    parseToolCalls: (reply, tools) => anthropic.parseToolCalls(reply as never, options(tools)),
    toToolResults: anthropic.toToolResults,
  },
  {
    name: "openai",
    toTools: (tools, given) => openai.toTools(tools, given),
    sent: openAiTools,
    refusals: (tool, wire) => [...badName(tool.name, /^[a-zA-Z0-9_-]{1,64}$/), ...strictOracle(tool, wire)],
    reply: (calls) => ({
      output: calls.map(({ id, name, input }) => ({
        type: "function_call",
        call_id: id,
        name,
        arguments: typeof input === "string" ? input : JSON.stringify(input),
      })),
    }),
    parseToolCalls: (reply, tools) => openai.parseToolCalls(reply as never, options(tools)),
    toToolResults: (results) => openai.toToolResults(results),
  },
  {
    name: "openai chat",
    toTools: (tools, given) => openai.toTools(tools, { ...given, api: "chat" }),
    sent: (wire) =>
      (wire as openai.OpenAIChatTool[]).map(({ function: { name, description = "", parameters } }) => ({
        name,
        description,
        schema: parameters,
      })),
    refusals: (tool, wire) => [
      ...badName(tool.name, /^[a-zA-Z0-9_-]{1,64}$/),
      ...(tool.description.length > 1024 ? [`${tool.name}: description`] : []),
      ...strictOracle(
        tool,
        (wire as openai.OpenAIChatTool[]).map(({ function: definition }) => definition),
      ),
    ],
    reply: (calls) => ({
      choices: [
        {
          message: {
            role: "assistant",
            content: null,
            tool_calls: calls.map(({ id, name, input }) => ({
              id,
              type: "function",
              function: { name, arguments: typeof input === "string" ? input : JSON.stringify(input) },
            })),
          },
        },
      ],
    }),
    parseToolCalls: (reply, tools) => openai.parseToolCalls(reply as never, options(tools)),
    toToolResults: (results) => openai.toToolResults(results, { api: "chat" }),
  },
  {
    name: "google",
    toTools: google.toTools,
    sent: googleTools,
    refusals: ({ name, schema }) => [...badName(name, PORTABLE_NAME), ...jsonSchemaRefusals(name, schema)],
    reply: (calls) => ({
      candidates: [
        {
          content: {
            role: "model",
            parts: calls.map(({ id, name, input }) => ({ functionCall: { id, name, args: input } })),
          },
        },
      ],
    }),
    parseToolCalls: (reply, tools) => google.parseToolCalls(reply as never, options(tools)),
    toToolResults: google.toToolResults,
  },
  {
    name: "google parameters",
    toTools: (tools, given) => google.toTools(tools, { ...given, format: "parameters" }),
    sent: googleTools,
    refusals: ({ name, schema }) => [...badName(name, PORTABLE_NAME), ...openApiRefusals(name, schema)],
    reply: (calls) => ({
      parts: calls.map(({ id, name, input }) => ({ functionCall: { id, name, args: input } })),
    }),
    parseToolCalls: (reply, tools) => google.parseToolCalls(reply as never, options(tools)),
    toToolResults: (results) => google.toToolResults(results, { media: "inside" }),
  },
  {
    name: "ai-sdk",
    toTools: aiSdk.toTools,
    sent: (wire) =>
      Object.entries(wire as Record<string, aiSdk.AiSdkTool>).map(
        ([name, { description = "", inputSchema }]) => ({
          name,
          description,
          schema: inputSchema["~standard"].jsonSchema.input(),
        }),
      ),
    refusals: ({ name, schema }) => [
      ...badName(name, PORTABLE_NAME),
      ...anthropicRefusals([{ name, input_schema: schema }]).filter(
        (complaint) => !complaint.includes("property key"),
      ),
    ],
    reply: (calls) => ({
      toolCalls: calls.map(({ id, name, input }) => ({
        type: "tool-call",
        toolCallId: id,
        toolName: name,
        input,
      })),
    }),
    parseToolCalls: (reply, tools) => aiSdk.parseToolCalls(reply as never, options(tools)),
    toToolResults: aiSdk.toToolResults,
  },
  {
    name: "langchain",
    toTools: langchain.toTools,
    sent: (wire) =>
      (wire as langchain.LangChainTool[]).map(({ name, description = "", schema }) => ({
        name,
        description,
        schema,
      })),
    refusals: ({ name, schema }) => [
      ...badName(name, PORTABLE_NAME),
      ...anthropicRefusals([{ name, input_schema: schema }]).filter(
        (complaint) => !complaint.includes("property key"),
      ),
    ],
    reply: (calls) => ({
      tool_calls: calls.flatMap(({ id, name, input }) =>
        typeof input === "string" ? [] : [{ type: "tool_call", id, name, args: input }],
      ),
      invalid_tool_calls: calls.flatMap(({ id, name, input }) =>
        typeof input === "string" ? [{ type: "invalid_tool_call", id, name, args: input }] : [],
      ),
    }),
    parseToolCalls: (reply, tools) => langchain.parseToolCalls(reply as never, options(tools)),
    toToolResults: langchain.toToolResults,
  },
];

export { anthropicTransformFails };
