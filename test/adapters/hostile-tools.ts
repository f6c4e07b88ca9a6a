import type { ToolDescriptor } from "../../src/adapters/tool-export/index.js";

/** Foreign tools reach an adapter through casts, whatever their type says. */
export function tool(
  inputSchema: unknown,
  name = "lookup",
  description = "Looks things up.",
): ToolDescriptor {
  return { name, description, inputSchema: inputSchema as ToolDescriptor["inputSchema"] };
}

export const plain = {
  type: "object",
  properties: {
    path: { type: "string", description: "Where to look." },
    mode: { enum: ["fast", "slow"] },
    tags: { type: "array", items: { type: "string" }, minItems: 1 },
    deep: { type: "boolean", default: false, description: "Look below." },
  },
  required: ["path"],
  additionalProperties: false,
};

const node = {
  type: "object",
  properties: { value: { type: "string" }, next: { $ref: "#/$defs/Node" } },
  required: ["value"],
};

const circular: Record<string, unknown> = { type: "object" };
circular.properties = { self: circular, other: circular };

/** Ten megabytes of schema: a hundred thousand parameters. */
function hugeSchema(): Record<string, unknown> {
  const names = Array.from({ length: 100_000 }, (_, index) => `parameter_${index}`);
  const described = { type: "string", description: "x".repeat(70) };
  return { type: "object", properties: Object.fromEntries(names.map((name) => [name, described])) };
}

/** Doubles thirty times when its references are followed. */
function bombSchema(): Record<string, unknown> {
  const levels = Array.from({ length: 30 }, (_, index): [string, unknown] => [
    `L${index}`,
    {
      type: "object",
      properties: { a: { $ref: `#/$defs/L${index + 1}` }, b: { $ref: `#/$defs/L${index + 1}` } },
    },
  ]);
  return {
    type: "object",
    properties: { start: { $ref: "#/$defs/L0" } },
    $defs: Object.fromEntries([...levels, ["L30", { type: "string" }]]),
  };
}

/** Tools that foreign servers have, each of which some provider refuses as it stands. */
export const HOSTILE_TOOLS: readonly (readonly [what: string, tool: ToolDescriptor])[] = [
  ["a name with spaces", tool(plain, "read the file")],
  ["a name of 200 characters", tool(plain, "n".repeat(200))],
  ["a name in another script", tool(plain, "读文件")],
  ["a name with dots and slashes", tool(plain, "server/files.read")],
  ["a name that begins with a digit", tool(plain, "3d")],
  ["an empty name", tool(plain, "")],
  ["no name at all", { ...tool(plain), name: undefined as unknown as string }],
  ["a circle of references", tool({ type: "object", properties: { list: node }, $defs: { Node: node } })],
  [
    "a circle through its root",
    tool({ type: "object", properties: { child: { $ref: "#" } }, required: ["child"] }),
  ],
  [
    "a circle that no parameter can be left out of",
    tool({
      type: "object",
      properties: { a: { $ref: "#/$defs/A" } },
      $defs: { A: { type: "object", properties: { a: { $ref: "#/$defs/A" } }, required: ["a"] } },
    }),
  ],
  ["references that double at each step", tool(bombSchema())],
  ["a schema that holds itself", tool(circular)],
  ["ten megabytes of schema", tool(hugeSchema())],
  ["a description of a megabyte", tool(plain, "lookup", "x".repeat(1_048_576))],
  ["a description of 2,000 characters", tool(plain, "lookup", "Looks. ".repeat(286))],
  [
    "a tuple",
    tool({
      type: "object",
      properties: {
        at: { type: "array", prefixItems: [{ type: "number" }, { type: "string" }], items: false },
      },
    }),
  ],
  [
    "a tuple of draft 7",
    tool({ type: "object", properties: { at: { type: "array", items: [{ type: "number" }] } } }),
  ],
  [
    "patternProperties",
    tool({
      type: "object",
      properties: { headers: { type: "object", patternProperties: { "^x-": { type: "string" } } } },
    }),
  ],
  [
    "a map",
    tool({
      type: "object",
      properties: { env: { type: "object", additionalProperties: { type: "string" } } },
    }),
  ],
  ["anything at all", tool({ type: "object", properties: { value: {}, other: true, never: false } })],
  ["an array without items", tool({ type: "object", properties: { list: { type: "array" } } })],
  [
    "a union at the root",
    tool({ anyOf: [plain, { type: "object", properties: { id: { type: "integer" } } }] }),
  ],
  ["an enum at the root", tool({ type: "object", enum: [{}] })],
  ["not at the root", tool({ type: "object", not: { required: ["a"] } })],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  ["conditions", tool({ ...plain, if: { required: ["path"] }, then: { required: ["mode"] } })],
  ["numbers in an enum", tool({ type: "object", properties: { level: { enum: [1, 2, null] } } })],
  [
    "constants and bounds",
    tool({ type: "object", properties: { a: { const: "x" }, b: { type: "integer", exclusiveMinimum: 0 } } }),
  ],
  [
    "several types",
    tool({ type: "object", properties: { a: { type: ["string", "number", "null"], minLength: 1 } } }),
  ],
  [
    "an overlapping oneOf",
    tool({
      type: "object",
      properties: { a: { oneOf: [{ type: "string" }, { type: "string", minLength: 2 }] } },
    }),
  ],
  [
    "parts that belong together",
    tool({
      type: "object",
      properties: { a: { allOf: [{ $ref: "#/$defs/A" }, { description: "An a." }] } },
      $defs: { A: { type: "object", properties: { x: { type: "string" } } } },
    }),
  ],
  [
    "a pattern that Python does not know",
    tool({ type: "object", properties: { a: { type: "string", pattern: "^\\p{L}+$" } } }),
  ],
  [
    "a pattern that looks ahead",
    tool({ type: "object", properties: { a: { type: "string", pattern: "^(?!x)" } } }),
  ],
  [
    "a format of its own",
    tool({ type: "object", properties: { a: { type: "string", format: "uri-template" } } }),
  ],
  [
    "names of parameters with brackets",
    tool({
      type: "object",
      properties: { "filter[name]": { type: "string" }, $top: { type: "integer" } },
      required: ["filter[name]"],
    }),
  ],
  [
    "a parameter called __proto__",
    tool(JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}')),
  ],
  [
    "keywords of its own",
    tool({ type: "object", properties: { a: { type: "string", "x-widget": "s", nullable: true } } }),
  ],
  ["half an emoji", tool(plain, "lookup", "Half \ud83d.")],
  ["a value that is no JSON", tool({ type: "object", properties: { a: { default: 1n } } })],
  ["a root that is text", tool({ type: "string" })],
  ["a schema that is null", tool(null)],
  ["no schema", tool(undefined)],
  ["nothing", null as unknown as ToolDescriptor],
];
