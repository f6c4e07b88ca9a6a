import { transformJSONSchema } from "@anthropic-ai/sdk/lib/transform-json-schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AnthropicTool,
  type ToolDescriptor,
  type ToolWarning,
  toTools,
} from "../../../src/adapters/anthropic/index.js";
import { wildSchema } from "../wild-schema.js";
import { refusals } from "./request-rules.js";

function tool(inputSchema: unknown, name = "lookup", description = "Looks things up."): ToolDescriptor {
  // Foreign schemas reach the adapter through casts, whatever their type says.
  return { name, description, inputSchema: inputSchema as ToolDescriptor["inputSchema"] };
}

function convert(tools: readonly ToolDescriptor[]): { wire: AnthropicTool[]; warnings: ToolWarning[] } {
  const warnings: ToolWarning[] = [];
  return { wire: toTools(tools, { onWarning: (warning) => warnings.push(warning) }), warnings };
}

function convertOne(inputSchema: unknown): { wire: AnthropicTool; warnings: ToolWarning[] } {
  const { wire, warnings } = convert([tool(inputSchema)]);
  const [first] = wire;
  if (first === undefined) throw new Error(`skipped: ${JSON.stringify(warnings)}`);
  expect(refusals(wire)).toEqual([]);
  return { wire: first, warnings };
}

const plain = {
  type: "object",
  properties: {
    path: { type: "string", description: "Where to look." },
    mode: { enum: ["fast", "slow"] },
    tags: { type: "array", items: { type: "string" }, minItems: 1 },
    when: { anyOf: [{ type: "string", format: "date" }, { type: "null" }] },
  },
  required: ["path"],
  additionalProperties: false,
};

describe("toTools", () => {
  it("returns name, description and schema, and nothing else", () => {
    const { wire, warnings } = convert([tool(plain)]);
    expect(wire).toEqual([{ name: "lookup", description: "Looks things up.", input_schema: plain }]);
    expect(warnings).toEqual([]);
  });

  it("returns a schema that the vendor's transform leaves unchanged", () => {
    const { wire } = convertOne(plain);
    expect(transformJSONSchema(wire.input_schema)).toEqual(wire.input_schema);
  });

  it("leaves out an empty description, which the API refuses", () => {
    expect(toTools([tool(plain, "quiet", "")])[0]).not.toHaveProperty("description");
  });

  it("returns plain data that shares nothing with a frozen tool", () => {
    const frozen = Object.freeze({ ...plain, properties: Object.freeze({ ...plain.properties }) });
    const [wire] = toTools([tool(frozen)]);
    if (wire?.input_schema.properties === undefined) throw new Error("no properties");
    wire.input_schema.properties.path = { type: "number" };
    expect(frozen.properties.path).toEqual(plain.properties.path);
  });

  it.each<[what: string, given: Record<string, unknown>, expected: Record<string, unknown>]>([
    ["$schema and $id", { $schema: "http://json-schema.org/draft-07/schema#", $id: "x" }, {}],
    [
      "definitions and references to them",
      { properties: { a: { $ref: "#/definitions/A" } }, definitions: { A: { type: "string" } } },
      { properties: { a: { $ref: "#/$defs/A" } }, $defs: { A: { type: "string" } } },
    ],
    [
      "items as a list",
      { properties: { a: { type: "array", items: [{ type: "string" }], additionalItems: false } } },
      { properties: { a: { type: "array", prefixItems: [{ type: "string" }], items: false } } },
    ],
    [
      "a boolean exclusiveMinimum",
      { properties: { a: { type: "number", minimum: 0, exclusiveMinimum: true } } },
      { properties: { a: { type: "number", exclusiveMinimum: 0 } } },
    ],
    [
      "nullable",
      { properties: { a: { type: "string", nullable: true, enum: ["x"] } } },
      { properties: { a: { type: ["string", "null"], enum: ["x", null] } } },
    ],
    [
      "dependencies",
      { dependencies: { a: ["b"], c: { required: ["d"] } } },
      { dependentRequired: { a: ["b"] }, dependentSchemas: { c: { required: ["d"] } } },
    ],
    ["a missing root type", { type: undefined, properties: { a: {} } }, { properties: { a: {} } }],
    ["a nullable root", { type: ["object", "null"] }, {}],
  ])("says %s as draft 2020-12 does", (_what, given, expected) => {
    const { wire, warnings } = convertOne({ type: "object", ...given });
    expect(wire.input_schema).toEqual({ type: "object", ...expected });
    expect(warnings).toEqual([]);
  });

  it.each<[what: string, parameter: Record<string, unknown>, said: string]>([
    ["a type that does not exist", { type: "file" }, 'type "file"'],
    ["a pattern that does not compile", { type: "string", pattern: "(?i)x" }, 'pattern "(?i)x"'],
    ["a negative length", { type: "string", minLength: -1 }, "minLength -1"],
    ["an empty union", { anyOf: [] }, "anyOf []"],
    ["a reference to another document", { $ref: "other.json#/x" }, '$ref "other.json#/x"'],
    ["a reference that leads nowhere", { $ref: "#/$defs/Gone" }, '$ref "#/$defs/Gone"'],
  ])("says %s in the parameter's description", (_what, parameter, said) => {
    const { wire, warnings } = convertOne({
      type: "object",
      properties: { a: { description: "The a.", ...parameter } },
    });
    const a = wire.input_schema.properties?.a as { description: string };
    expect(a.description).toBe(`The a.\n\nAlso required: ${said}.`);
    expect(warnings).toMatchObject([
      { type: "moved-to-description", toolName: "lookup", path: "/properties/a" },
    ]);
  });

  it("moves a union of required groups from the root to the tool's description", () => {
    const { wire, warnings } = convertOne({
      type: "object",
      properties: { to: { type: "string" }, task: { type: "string" } },
      oneOf: [{ required: ["to"] }, { required: ["task"] }],
    });
    expect(wire.input_schema).toEqual({
      type: "object",
      properties: { to: { type: "string" }, task: { type: "string" } },
      required: [],
    });
    expect(wire.description).toContain('oneOf [{"required":["to"]},{"required":["task"]}]');
    expect(warnings).toMatchObject([{ type: "moved-to-description", path: "" }]);
  });

  it("makes one object of a root that is a union of objects", () => {
    const { wire } = convertOne({
      anyOf: [
        { $ref: "#/definitions/Open" },
        {
          type: "object",
          properties: { act: { const: "close" }, id: { type: "number" } },
          required: ["act", "id"],
        },
      ],
      definitions: {
        Open: {
          type: "object",
          properties: { act: { const: "open" }, url: { type: "string" } },
          required: ["act"],
        },
      },
    });
    expect(wire.input_schema).toMatchObject({
      type: "object",
      properties: {
        act: { anyOf: [{ const: "open" }, { const: "close" }] },
        url: { type: "string" },
        id: { type: "number" },
      },
      required: ["act"],
    });
  });

  it("joins the parts of a root allOf: every part's demands hold", () => {
    const { wire } = convertOne({
      allOf: [
        { properties: { a: { type: "string" } }, required: ["a"] },
        { properties: { a: { minLength: 2 }, b: {} }, required: ["b"] },
      ],
    });
    expect(wire.input_schema).toMatchObject({
      properties: { a: { allOf: [{ type: "string" }, { minLength: 2 }] }, b: {} },
      required: ["a", "b"],
    });
  });

  it("follows a reference at the root, and does not run in circles", () => {
    const node = { type: "object", properties: { next: { $ref: "#/$defs/Node" } } };
    expect(convertOne({ $ref: "#/$defs/Node", $defs: { Node: node } }).wire.input_schema).toEqual({
      ...node,
      $defs: { Node: node },
    });
    expect(convertOne({ $ref: "#", type: "object" }).wire.input_schema).toEqual({ type: "object" });
  });

  it("describes a parameter whose name the API refuses, and leaves the object open for it", () => {
    const { wire } = convertOne({
      type: "object",
      properties: { "filter[name]": { type: "string" }, limit: { type: "number" }, ["x".repeat(65)]: {} },
      required: ["filter[name]", "limit"],
      additionalProperties: false,
    });
    expect(wire.input_schema).toEqual({
      type: "object",
      properties: { limit: { type: "number" } },
      required: ["limit"],
    });
    expect(wire.description).toContain('parameter "filter[name]" {"type":"string"}; optional parameter "xxx');
  });

  it("keeps the same name further down, where the API does not check it", () => {
    const nested = { type: "object", properties: { "filter[name]": { type: "string" } } };
    const { wire, warnings } = convertOne({ type: "object", properties: { query: nested } });
    expect(wire.input_schema.properties?.query).toEqual(nested);
    expect(warnings).toEqual([]);
  });

  it("keeps a parameter called __proto__, $ref or default", () => {
    const text = '{"type":"object","properties":{"__proto__":{"type":"string"},"default":{"$ref":"#"}}}';
    const { wire } = convertOne(JSON.parse(text));
    expect(JSON.stringify(wire.input_schema)).toBe(text);
    const { wire: nested } = convertOne({
      type: "object",
      properties: { a: { properties: { $ref: { type: "string" } }, default: { $ref: "nowhere" } } },
    });
    expect(nested.input_schema.properties?.a).toEqual({
      default: { $ref: "nowhere" },
      properties: { $ref: { type: "string" } },
    });
  });

  it("drops a keyword that JSON Schema does not know, with a warning", () => {
    const { wire, warnings } = convertOne({
      type: "object",
      properties: { a: { type: "string", "x-widget": "s" } },
    });
    expect(wire.input_schema.properties).toEqual({ a: { type: "string" } });
    expect(warnings).toMatchObject([{ type: "dropped", path: "/properties/a" }]);
  });

  const circular: Record<string, unknown> = { type: "object" };
  circular.properties = { self: circular };

  it.each<[what: string, bad: ToolDescriptor, reason: string]>([
    ["an empty name", tool(plain, ""), "it has no name"],
    ["a name that is taken", tool(plain, "first"), "same name"],
    ["a root that is text", tool({ type: "string" }), 'is "string"; expected "object"'],
    ["a schema that is null", tool(null), "not a JSON Schema object"],
    ["a schema that is a list", tool([]), "not a JSON Schema object"],
    ["a schema that holds itself", tool(circular), "nested deeper than 64 levels"],
    ["a value that is no JSON", tool({ type: "object", properties: { a: { default: 1n } } }), "BigInt"],
  ])("skips a tool with %s, and sends the others", (_what, bad, reason) => {
    const { wire, warnings } = convert([tool(plain, "first"), bad, tool(plain, "last")]);
    expect(wire.map(({ name }) => name)).toEqual(["first", "last"]);
    expect(warnings).toMatchObject([{ type: "tool-skipped", toolName: bad.name }]);
    expect(warnings[0]?.message).toContain(reason);
  });

  it.each([
    ["a name with a dot", "files.read"],
    ["a name of 129 characters", "n".repeat(129)],
    ["a name in another script", "读文件"],
  ])("renames a tool with %s, with a warning", (_what, name) => {
    const { wire, warnings } = convert([tool(plain, "first"), tool(plain, name)]);
    expect(wire).toHaveLength(2);
    expect(refusals(wire)).toEqual([]);
    expect(warnings).toMatchObject([{ type: "tool-renamed", toolName: name }]);
  });

  it("replaces half an emoji, which would make the body invalid", () => {
    const [wire] = toTools([tool(plain, "cut", "Half \ud83d and whole \u{1F600}.")]);
    expect(wire?.description).toBe("Half \u{FFFD} and whole \u{1F600}.");
  });

  it("puts a cache breakpoint after the last tool, only on request", () => {
    const tools = [tool(plain, "one"), tool(plain, "two")];
    const cached = toTools(tools, { cacheControl: "1h" });
    expect(cached.map((wire) => wire.cache_control)).toEqual([undefined, { type: "ephemeral", ttl: "1h" }]);
    expect(toTools([], { cacheControl: "5m" })).toEqual([]);
    expect(JSON.stringify(toTools(tools))).not.toContain("cache_control");
  });

  it("lets an error of the host's own warning listener through", () => {
    const onWarning = () => {
      throw new Error("listener");
    };
    expect(() => toTools([tool(null)], { onWarning })).toThrow("listener");
  });
});

describe("toTools with any schema at all", () => {
  const wildTool = wildSchema.map((schema) => tool({ type: "object", ...(schema as object) }));

  it("never throws or returns a list that the API refuses", () => {
    fc.assert(
      fc.property(fc.array(wildTool, { maxLength: 3 }), (tools) => {
        const named = tools.map((entry, index) => ({ ...entry, name: `tool_${index}` }));
        const { wire, warnings } = convert(named);
        expect(refusals(wire)).toEqual([]);
        const skipped = warnings.filter(({ type }) => type === "tool-skipped");
        expect(wire.length + skipped.length).toBe(tools.length);
      }),
      { numRuns: 300 },
    );
  });

  it("returns the same bytes for the same tools", () => {
    fc.assert(
      fc.property(wildTool, (entry) => {
        const again = { ...entry, inputSchema: structuredClone(entry.inputSchema) };
        expect(JSON.stringify(toTools([again]))).toBe(JSON.stringify(toTools([entry])));
      }),
    );
  });

  it("changes nothing when its own output is converted again", () => {
    fc.assert(
      fc.property(wildTool, (entry) => {
        const [wire] = toTools([entry]);
        if (wire === undefined) return;
        const { wire: again, warnings } = convert([tool(wire.input_schema, wire.name, wire.description)]);
        expect(warnings).toEqual([]);
        expect(JSON.stringify(again)).toBe(JSON.stringify([wire]));
      }),
    );
  });
});
