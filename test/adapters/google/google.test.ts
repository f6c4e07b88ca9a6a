import { describe, expect, it } from "vitest";
import {
  parseToolCalls,
  type ToolWarning,
  toToolResults,
  toTools,
} from "../../../src/adapters/google/index.js";
import { plain, tool } from "../hostile-tools.js";
import { done, failed, GIF, image, PNG, pdf, text } from "../sample-results.js";

function convertOne(schema: unknown, format: "parametersJsonSchema" | "parameters" = "parametersJsonSchema") {
  const warnings: ToolWarning[] = [];
  const wire = toTools([tool(schema)], { format, onWarning: (warning) => warnings.push(warning) });
  return { declaration: wire[0]?.functionDeclarations[0], warnings };
}

describe("toTools", () => {
  it("returns one tool with all functions, or none", () => {
    const [wire, ...others] = toTools([tool(plain, "one"), tool(plain, "two")]);
    expect(wire?.functionDeclarations.map(({ name }) => name)).toEqual(["one", "two"]);
    expect(others).toEqual([]);
    expect(toTools([])).toEqual([]);
  });

  it("describes parameters as JSON Schema", () => {
    const { properties, ...rest } = plain;
    expect(convertOne(plain).declaration).toEqual({
      name: "lookup",
      description: "Looks things up.",
      parametersJsonSchema: {
        ...rest,
        properties: { ...properties, deep: { type: "boolean", description: "Look below.\nDefault: false." } },
      },
    });
  });

  it("describes parameters in the older format on request", () => {
    expect(convertOne(plain, "parameters").declaration).toEqual({
      name: "lookup",
      description: "Looks things up.",
      parameters: {
        type: "OBJECT",
        properties: {
          path: { type: "STRING", description: "Where to look." },
          mode: { type: "STRING", enum: ["fast", "slow"] },
          tags: { type: "ARRAY", items: { type: "STRING" }, minItems: "1" },
          deep: { type: "BOOLEAN", description: "Look below.\nDefault: false." },
        },
        required: ["path"],
      },
    });
  });

  it("leaves the older field out for a function without parameters", () => {
    expect(convertOne({ type: "object" }, "parameters").declaration).toEqual({
      name: "lookup",
      description: "Looks things up.",
    });
  });

  it.each([
    [
      "a bound that excludes its value",
      { type: "integer", exclusiveMinimum: 0 },
      { type: "integer", minimum: 1 },
    ],
    [
      "a tighter bound beside it",
      { type: "integer", exclusiveMaximum: 9, maximum: 5 },
      { type: "integer", maximum: 5 },
    ],
    ["a constant", { const: "x" }, { enum: ["x"] }],
    [
      "parts that belong together",
      { allOf: [{ type: "string" }, { description: "A." }] },
      { type: "string", description: "A." },
    ],
    [
      "a length",
      { type: "string", minLength: 2 },
      { type: "string", description: "Also required: minLength 2." },
    ],
  ])("says %s", (_what, given, expected) => {
    const { declaration } = convertOne({ type: "object", properties: { a: given } });
    expect(declaration?.parametersJsonSchema).toMatchObject({ properties: { a: expected } });
  });

  it.each([
    ["null among types", { type: ["string", "null"] }, { type: "STRING", nullable: true }],
    [
      "null among alternatives",
      { anyOf: [{ type: "string" }, { type: "null" }], description: "A." },
      { type: "STRING", nullable: true, description: "A." },
    ],
    [
      "several types",
      { type: ["string", "number"], minimum: 1 },
      { anyOf: [{ type: "STRING" }, { type: "NUMBER", minimum: 1 }] },
    ],
    ["numbers in an enum", { enum: [1, 2] }, { type: "NUMBER", description: "Also required: enum [1,2]." }],
    [
      "a date",
      { type: "string", format: "date" },
      { type: "STRING", description: 'Also required: format "date".' },
    ],
  ])("says %s in the older format", (_what, given, expected) => {
    const { declaration } = convertOne({ type: "object", properties: { a: given } }, "parameters");
    expect(declaration?.parameters?.properties?.a).toEqual(expected);
  });

  it.each([
    [
      "several types beside null",
      { anyOf: [{ type: ["string", "number"] }, { type: "null" }] },
      { anyOf: [{ type: "STRING" }, { type: "NUMBER" }], nullable: true },
    ],
    [
      "a bound beside null",
      { anyOf: [{ type: "number", exclusiveMinimum: 0.5 }, { type: "null" }] },
      { type: "NUMBER", minimum: 0.5, nullable: true, description: "Also required: exclusiveMinimum 0.5." },
    ],
    [
      "a reference that leads round, beside null",
      { anyOf: [{ $ref: "#" }, { type: "null" }] },
      { nullable: true, description: 'Also required: $ref "#".' },
    ],
  ])("says what stands alone once null is taken out: %s", (_what, given, expected) => {
    const { declaration } = convertOne({ type: "object", properties: { a: given } }, "parameters");
    expect(declaration?.parameters?.properties?.a).toEqual(expected);
  });

  it("keeps a circle of references that a parameter can be left out of, and cuts another one", () => {
    const circle = (required: string[]) => ({
      type: "object",
      properties: { list: { $ref: "#/$defs/Node", description: "All." } },
      $defs: { Node: { type: "object", properties: { next: { $ref: "#/$defs/Node" } }, required } },
    });
    expect(JSON.stringify(convertOne(circle([])).declaration)).toContain('{"$ref":"#/$defs/Node"}');
    const { declaration, warnings } = convertOne(circle(["next"]));
    expect(declaration?.parametersJsonSchema).toMatchObject({
      $defs: { Node: { properties: { next: { description: "Also required: the same as #/$defs/Node." } } } },
    });
    expect(warnings).toMatchObject([{ type: "moved-to-description" }]);
  });

  it("renames parameters at any depth, and restores their names in calls", () => {
    const foreign = tool({
      type: "object",
      properties: {
        "filter[name]": {
          type: "array",
          items: { type: "object", properties: { "c-d": { type: "string" } } },
        },
        plain: { type: "string" },
      },
      required: ["filter[name]"],
    });
    const { declaration, warnings } = convertOne(foreign.inputSchema);
    interface Sent {
      properties: Record<string, { items?: { properties: object } }>;
      required: string[];
    }
    const { properties = {}, required } = (declaration?.parametersJsonSchema ?? {}) as Partial<Sent>;
    const [outer = ""] = Object.keys(properties);
    const [inner = ""] = Object.keys(properties[outer]?.items?.properties ?? {});
    expect(outer).toMatch(/^filter_name_[0-9a-f]{8}$/);
    expect(inner).toMatch(/^c_d_[0-9a-f]{8}$/);
    expect(required).toEqual([outer]);
    expect(warnings.map(({ type }) => type)).toEqual(["parameter-renamed", "parameter-renamed"]);
    const args = { [outer]: [{ [inner]: "x" }], plain: "y" };
    expect(parseToolCalls([{ functionCall: { name: "lookup", args } }], { tools: [foreign] })).toEqual([
      { id: "call-0", name: "lookup", input: { "filter[name]": [{ "c-d": "x" }], plain: "y" } },
    ]);
  });
});

describe("parseToolCalls", () => {
  it("takes the calls of the first candidate, and passes over thoughts, text and code", () => {
    const parts = [
      { text: "Hm.", thought: true },
      { functionCall: { id: "f1", name: "Read", args: { path: "a" } }, thoughtSignature: "s" },
      { executableCode: { code: "1" } },
      { functionCall: { name: "Read" } },
    ];
    const calls = [
      { id: "f1", name: "Read", input: { path: "a" } },
      { id: "call-3", name: "Read", input: {} },
    ];
    expect(parseToolCalls({ candidates: [{ content: { parts } }, { content: { parts } }] })).toEqual(calls);
    expect(parseToolCalls({ role: "model", parts })).toEqual(calls);
    expect(parseToolCalls(parts)).toEqual(calls);
  });
});

describe("toToolResults", () => {
  it("answers under the called name, with an id only if the call had one", () => {
    const renamed = { ...done("f1", text("one")), requestedName: "read file" };
    expect(toToolResults([renamed, failed("call-3", "error", "Nope.", text("Nope."))])).toEqual({
      role: "user",
      parts: [
        {
          functionResponse: {
            id: "f1",
            name: expect.stringMatching(/^read_file_/),
            response: { output: "one" },
          },
        },
        { functionResponse: { name: "Read", response: { error: "Nope." } } },
      ],
    });
  });

  it("keeps JSON as JSON", () => {
    const { parts } = toToolResults([done("a", { type: "json", value: { files: ["x"] } })]);
    expect(parts).toMatchObject([{ functionResponse: { response: { output: { files: ["x"] } } } }]);
  });

  it("puts images and files next to the responses, or inside them for newer models", () => {
    const results = [
      done("a", text("see"), image),
      done("b", pdf, { type: "image", mediaType: "image/gif", data: GIF }),
    ];
    const png = { inlineData: { mimeType: "image/png", data: PNG } };
    expect(toToolResults(results).parts).toMatchObject([
      { functionResponse: { id: "a", response: { output: "see" } } },
      { functionResponse: { id: "b", response: { output: expect.stringContaining("image/gif") } } },
      { text: "Shown by the call of Read:" },
      png,
      { text: "Shown by the call of Read:" },
      { inlineData: { mimeType: "application/pdf" } },
    ]);
    const [inside] = toToolResults(results, { media: "inside" }).parts;
    expect(inside).toMatchObject({ functionResponse: { parts: [png] } });
  });
});
