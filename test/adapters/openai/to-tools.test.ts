import { describe, expect, it } from "vitest";
import { parseToolCalls, type ToolWarning, toTools } from "../../../src/adapters/openai/index.js";
import { plain, tool } from "../hostile-tools.js";

function convertOne(schema: unknown, options: Parameters<typeof toTools>[1] = {}) {
  const warnings: ToolWarning[] = [];
  const [wire] = toTools([tool(schema)], { ...options, onWarning: (warning) => warnings.push(warning) });
  if (wire === undefined) throw new Error(JSON.stringify(warnings));
  return { wire, warnings };
}

const strictPlain = {
  type: "object",
  properties: {
    path: { type: "string", description: "Where to look." },
    mode: { type: ["string", "null"], enum: ["fast", "slow", null] },
    tags: { type: ["array", "null"], items: { type: "string" }, minItems: 1 },
    deep: { type: ["boolean", "null"], description: "Look below.\nDefault: false." },
  },
  required: ["path", "mode", "tags", "deep"],
  additionalProperties: false,
};

describe("toTools", () => {
  it("makes optional parameters required and nullable in strict mode", () => {
    const { wire, warnings } = convertOne(plain);
    expect(wire).toEqual({
      type: "function",
      name: "lookup",
      description: "Looks things up.",
      parameters: strictPlain,
      strict: true,
    });
    expect(warnings).toEqual([]);
  });

  it("nests the function for Chat Completions", () => {
    expect(toTools([tool(plain)], { api: "chat" })).toEqual([
      {
        type: "function",
        function: { name: "lookup", description: "Looks things up.", parameters: strictPlain, strict: true },
      },
    ]);
  });

  it("always states strict, because the Responses API takes a missing value as true", () => {
    expect(convertOne(plain, { strict: "off" }).wire).toMatchObject({ strict: false, parameters: plain });
  });

  it.each([
    ["an open object", { ...plain, additionalProperties: true }],
    [
      "a map",
      { type: "object", properties: { a: { type: "object", additionalProperties: { type: "string" } } } },
    ],
    ["an object of any parameters", { type: "object", properties: { a: { type: "object" } } }],
    ["anything", { type: "object", properties: { a: {} } }],
    ["a tuple", { type: "object", properties: { a: { type: "array", prefixItems: [{ type: "string" }] } } }],
    ["the length of a text", { type: "object", properties: { a: { type: "string", minLength: 2 } } }],
    [
      "unique items",
      { type: "object", properties: { a: { type: "array", items: { type: "string" }, uniqueItems: true } } },
    ],
    ["a format that is not known", { type: "object", properties: { a: { type: "string", format: "uri" } } }],
    ["a required parameter that is not described", { type: "object", properties: {}, required: ["a"] }],
    ["an allOf", { type: "object", properties: { a: { allOf: [{ type: "string" }, { const: "x" }] } } }],
    [
      "more than ten levels",
      Array.from({ length: 11 }).reduce((inner) => ({ type: "object", properties: { a: inner } }), {
        type: "string",
      }),
    ],
    [
      "more than 1,000 constants",
      {
        type: "object",
        properties: { a: { enum: Array.from({ length: 1_001 }, (_, index) => `v${index}`) } },
      },
    ],
  ])("goes without strict mode for %s, and says why", (_what, schema) => {
    const { wire, warnings } = convertOne(schema);
    expect(wire.strict).toBe(false);
    expect(warnings).toMatchObject([{ type: "not-strict", toolName: "lookup" }]);
  });

  it.each([
    ["a parameter that may be null by itself", { type: ["string", "null"] }, { type: ["string", "null"] }],
    ["a constant", { const: "x" }, { anyOf: [{ const: "x", type: "string" }, { type: "null" }] }],
    [
      "alternatives told apart by a constant",
      {
        oneOf: [
          { type: "object", properties: { t: { const: 1 } }, required: ["t"] },
          { type: "object", properties: { t: { const: 2 } }, required: ["t"] },
        ],
      },
      {
        anyOf: [
          ...[1, 2].map((value) => ({
            type: "object",
            properties: { t: { const: value, type: "number" } },
            required: ["t"],
            additionalProperties: false,
          })),
          { type: "null" },
        ],
      },
    ],
    [
      "an allOf of one part",
      { allOf: [{ type: "string" }], description: "A." },
      { type: ["string", "null"], description: "A." },
    ],
  ])("says %s in strict mode", (_what, given, expected) => {
    const { wire } = convertOne({ type: "object", properties: { a: given } });
    expect(wire.strict).toBe(true);
    expect(wire.parameters.properties).toEqual({ a: expected });
  });

  it("keeps the whole of a long description for Chat Completions, and does not touch it for Responses", () => {
    const long = "Looks things up. ".repeat(100).trim();
    const warnings: ToolWarning[] = [];
    const [chat] = toTools([tool(plain, "lookup", long)], {
      api: "chat",
      onWarning: (warning) => warnings.push(warning),
    });
    expect(chat?.function.description?.length).toBe(1_024);
    expect(chat?.function.parameters.description).toBe(long);
    expect(warnings).toMatchObject([{ type: "moved-to-description", toolName: "lookup" }]);
    expect(toTools([tool(plain, "lookup", long)])[0]?.description).toBe(long);
  });
});

describe("parseToolCalls", () => {
  const calls = [
    { type: "reasoning", summary: [] },
    { type: "message", content: [] },
    { type: "web_search_call", id: "ws" },
    { type: "custom_tool_call", call_id: "c", name: "x", input: "y" },
    {
      type: "function_call",
      call_id: "call_1",
      id: "fc_1",
      name: "lookup",
      arguments: '{"path":"a","mode":null}',
    },
  ];

  it("takes the calls of a response and passes over everything else", () => {
    expect(parseToolCalls({ output: calls })).toEqual([
      { id: "c", name: "x", input: "y" },
      { id: "call_1", name: "lookup", input: { path: "a", mode: null } },
    ]);
  });

  it("removes the nulls of strict mode, given the tools", () => {
    expect(parseToolCalls(calls, { tools: [tool(plain)] })).toEqual([
      { id: "c", name: "x", input: "y" },
      { id: "call_1", name: "lookup", input: { path: "a" } },
    ]);
  });

  it("reads the calls of a chat message, even of services that omit the type", () => {
    const call = { id: "1", function: { name: "lookup", arguments: "" } };
    const message = {
      role: "assistant" as const,
      tool_calls: [call, { ...call, id: "2", type: "function" }],
    };
    expect(parseToolCalls(message)).toEqual([
      { id: "1", name: "lookup", input: {} },
      { id: "2", name: "lookup", input: {} },
    ]);
    expect(parseToolCalls({ choices: [{ message }] })).toHaveLength(2);
  });
});
