import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { JsonObjectSchema } from "../../../src/contract/index.js";
import { defineTool, jsonSchema, repairInput } from "../../../src/schema/index.js";
import { startStopwatch } from "../../processor-time.js";

const tool = defineTool({
  name: "edit",
  description: "Edits.",
  parameterAliases: { file_path: ["path", "target"], edits: ["changes"] },
  inputSchema: z.strictObject({
    file_path: z.string(),
    limit: z.int().optional(),
    ratio: z.number().nullable().optional(),
    dry_run: z.boolean().default(false),
    range: z.array(z.number()).length(2).optional(),
    tags: z.array(z.string()).optional(),
    sizes: z.array(z.number()).optional(),
    either: z.union([z.string(), z.array(z.string())]).optional(),
    edits: z
      .array(
        z.strictObject({ old_str: z.string(), new_str: z.string(), replace_all: z.boolean().optional() }),
      )
      .optional(),
    options: z.object({ depth: z.int() }).optional(),
    anything: z.unknown().optional(),
  }),
  execute: () => "",
});

function repair(input: unknown, schema: JsonObjectSchema = tool.inputSchema) {
  return repairInput(schema, input, {
    parameterAliases: schema === tool.inputSchema ? tool.parameterAliases : {},
  });
}

function repairsOf(input: unknown): readonly string[] {
  const result = repair(input);
  if ("problem" in result) throw new Error(result.problem);
  return result.repairs;
}

function schemaOf(properties: object, rest: object = {}): JsonObjectSchema {
  return { type: "object", properties, ...rest } as JsonObjectSchema;
}

describe("repairInput", () => {
  it("returns the same object when there is nothing to repair", () => {
    const input = { file_path: "a", limit: 3, tags: ["x"], edits: [{ old_str: "1", new_str: "true" }] };
    const result = repair(input);
    expect(result).toEqual({ input, repairs: [] });
    expect((result as { input: unknown }).input).toBe(input);
  });

  it.each<[string, unknown, object]>([
    ["nothing", undefined, {}],
    ["null", null, {}],
    ["an empty text", "", {}],
    ["blanks", " \n ", {}],
    ["JSON text", '{"file_path":"a"}', { file_path: "a" }],
    ["JSON text in blanks", '\n {"file_path":"a"}\n', { file_path: "a" }],
    ["JSON text in a fence", '```json\n{"file_path":"a"}\n```', { file_path: "a" }],
    ["JSON text in a bare fence", '```\n{"file_path":"```"}\n```\n', { file_path: "```" }],
    ["JSON text encoded twice", JSON.stringify('{"file_path":"a"}'), { file_path: "a" }],
  ])("converts %s to an object and records that", (_case, input, expected) => {
    expect(repair(input)).toEqual({ input: expected, repairs: [expect.stringMatching(/^input: /)] });
  });

  it.each<[string, unknown]>([
    ["text", "src/index.ts"],
    ["broken JSON", '{"file_path": "a'],
    ["a JSON array", '["a"]'],
    ["a JSON number", "7"],
    ["an array", [{ file_path: "a" }]],
    ["a number", 7],
    ["a boolean", true],
    ["a function", () => 1],
  ])("does not guess an object from %s, and describes the parameters", (_case, input) => {
    expect(repair(input)).toEqual({
      problem: expect.stringMatching(/expected a JSON object, received .*Parameters: file_path \(string\)/s),
    });
  });

  it.each<[string, object, object, string]>([
    ["an integer as text", { limit: "12" }, { limit: 12 }, "limit: number from a string"],
    ["a number as text", { ratio: " -1.5e3 " }, { ratio: -1500 }, "ratio: number from a string"],
    ["a boolean as text", { dry_run: "true" }, { dry_run: true }, "dry_run: boolean from a string"],
    ["a boolean of Python", { dry_run: "False" }, { dry_run: false }, "dry_run: boolean from a string"],
    ["an array as text", { range: "[1, 20]" }, { range: [1, 20] }, "range: array from JSON text"],
    [
      "a fenced array as text",
      { range: "```\n[1,2]\n```" },
      { range: [1, 2] },
      "range: array from JSON text",
    ],
    [
      "an object as text",
      { options: '{"depth":2}' },
      { options: { depth: 2 } },
      "options: object from JSON text",
    ],
    ["a lone text", { tags: "x" }, { tags: ["x"] }, "tags: array from a single value"],
    ["a lone number", { sizes: 3 }, { sizes: [3] }, "sizes: array from a single value"],
    ["a null for an optional", { limit: null }, {}, "limit: null left out"],
    ["the word null", { limit: "null" }, {}, 'limit: "null" left out'],
    ["the word undefined", { range: "undefined" }, {}, 'range: "undefined" left out'],
    ["an empty text for a number", { limit: "" }, {}, 'limit: "" left out'],
    ["undefined", { limit: undefined }, {}, "limit: undefined left out"],
    ["a declared alias", { path: "a" }, { file_path: "a" }, "file_path: renamed from path"],
    ["an alias in another style", { Target: "a" }, { file_path: "a" }, "file_path: renamed from Target"],
    ["camel case", { filePath: "a" }, { file_path: "a" }, "file_path: renamed from filePath"],
    ["kebab case", { "file-path": "a" }, { file_path: "a" }, "file_path: renamed from file-path"],
    ["upper case", { FILE_PATH: "a" }, { file_path: "a" }, "file_path: renamed from FILE_PATH"],
  ])("repairs %s", (_case, input, expected, note) => {
    expect(repair(input)).toEqual({ input: expected, repairs: [note] });
  });

  it("repairs inside arrays and objects, and inside values sent as text", () => {
    expect(repair({ edits: '[{"oldStr":"a","new-str":"b","replace_all":"true"}]', sizes: "4" })).toEqual({
      input: { edits: [{ old_str: "a", new_str: "b", replace_all: true }], sizes: [4] },
      repairs: [
        "edits: array from JSON text",
        "edits.0.old_str: renamed from oldStr",
        "edits.0.new_str: renamed from new-str",
        "edits.0.replace_all: boolean from a string",
        "sizes.0: number from a string",
        "sizes: array from a single value",
      ],
    });
  });

  it("keeps the order of the keys", () => {
    const result = repair({ limit: "1", filePath: "a", dry_run: null, tags: ["x"] });
    expect(Object.keys((result as { input: object }).input)).toEqual(["limit", "file_path", "tags"]);
  });

  it.each<[string, object]>([
    ["a text that looks like a number", { file_path: "12" }],
    ["a text that looks like JSON", { file_path: '{"a":1}' }],
    ["a text that says null", { file_path: "null" }],
    ["an empty text", { file_path: "" }],
    ["a text where a list would do too", { either: '["a"]' }],
    ["a null that the schema accepts", { ratio: null }],
    ["anything where the schema leaves it open", { anything: '{"a":"1"}' }],
    ["a null for a required parameter", { file_path: null }],
    ["a number where text is due", { file_path: 12 }],
    ["a number word", { limit: "twelve" }],
    ["a fraction for an integer", { limit: "1.5" }],
    ["a number beyond what is exact", { limit: "12345678901234567890" }],
    ["hexadecimal", { limit: "0x10" }],
    ["infinity", { ratio: "1e999" }],
    ["a yes", { dry_run: "yes" }],
    ["a 1 for a boolean", { dry_run: 1 }],
    ["a lone value for an array of two", { range: 5 }],
    ["a lone value that is no element", { sizes: "many" }],
    ["a null in an array", { tags: [null] }],
    ["an alias beside the real name", { file_path: "a", path: "b" }],
    ["two aliases that disagree", { path: "a", target: "b" }],
    ["an unknown name", { colour: "red" }],
    ["names of the prototype", { constructor: "a", toString: "b", hasOwnProperty: "c" }],
  ])("does not change %s", (_case, input) => {
    const result = repair(input);
    expect(result).toEqual({ input, repairs: [] });
    expect((result as { input: unknown }).input).toBe(input);
  });

  it("uses one of two aliases that agree", () => {
    expect(repair({ path: "a", filePath: "a" })).toMatchObject({ input: { file_path: "a" } });
  });

  it("does not choose between two parameters that differ by style only", () => {
    const schema = schemaOf({ fooBar: { type: "string" }, foo_bar: { type: "string" } });
    expect(repair({ "foo-bar": "a" }, schema)).toEqual({ input: { "foo-bar": "a" }, repairs: [] });
  });

  it("renames only declared aliases if the schema allows other keys", () => {
    const open = jsonSchema({
      type: "object",
      properties: { path: { type: "string" } },
      additionalProperties: { type: "string" },
    });
    const opened = defineTool({
      name: "open",
      description: "d",
      parameterAliases: { path: ["file"] },
      inputSchema: open,
      execute: () => "",
    });
    const options = { parameterAliases: opened.parameterAliases };
    expect(repairInput(opened.inputSchema, { Path: "a" }, options)).toMatchObject({ input: { Path: "a" } });
    expect(repairInput(opened.inputSchema, { file: "a" }, options)).toMatchObject({ input: { path: "a" } });
  });

  it("follows references, even recursive ones", () => {
    const tree = z.object({
      size: z.number(),
      get children() {
        return z.array(tree).optional();
      },
    });
    const { inputSchema } = defineTool({ name: "t", description: "d", inputSchema: tree, execute: () => "" });
    expect(
      repair({ size: "1", children: [{ size: "2", children: { size: "3" } }] }, inputSchema),
    ).toMatchObject({
      input: { size: 1, children: [{ size: 2, children: [{ size: 3 }] }] },
    });
  });

  it.each<[string, object, unknown, unknown]>([
    [
      "the only structured branch of a union",
      { anyOf: [{ type: "null" }, { type: "array", items: { type: "number" } }] },
      ["1"],
      [1],
    ],
    ["an enum of numbers", { enum: [1, 2] }, "2", 2],
    ["a list of types", { type: ["integer", "boolean"] }, "true", true],
    ["allOf", { allOf: [{ type: "number" }, { maximum: 3 }] }, "2", 2],
    ["a reference", { $ref: "#/$defs/n" }, "2", 2],
  ])("reads %s", (_case, property, value, expected) => {
    const schema = schemaOf({ a: property }, { $defs: { n: { type: "number" } } });
    expect(repair({ a: value }, schema)).toMatchObject({ input: { a: expected } });
  });

  it("does not guess among several structured branches", () => {
    const a = { anyOf: [{ type: "object", properties: { n: { type: "number" } } }, { type: "object" }] };
    expect(repair({ a: { n: "1" } }, schemaOf({ a }))).toEqual({ input: { a: { n: "1" } }, repairs: [] });
  });

  it.each<[string, object]>([
    ["a circle of references", { $ref: "#/$defs/a" }],
    ["a reference to itself", { $ref: "#/properties/x" }],
    ["a reference into nothing", { $ref: "#/$defs/constructor" }],
    ["a foreign reference", { $ref: "https://example.com/schema" }],
  ])("does not change a value whose schema is %s", (_case, property) => {
    const schema = schemaOf(
      { x: property },
      { $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
    );
    expect(repair({ x: "1" }, schema)).toEqual({ input: { x: "1" }, repairs: [] });
  });

  it("describes twenty repairs and counts the rest", () => {
    const repairs = repairsOf({ sizes: Array.from({ length: 1_000 }, (_, index) => `${index}`) });
    expect(repairs).toHaveLength(21);
    expect(repairs[20]).toContain("980 more");
  });

  it("limits the description of a repair, however long the name was", () => {
    const long = `file${"_".repeat(100)}path`;
    const repairs = repairsOf({ [long]: "a" });
    expect(repairs).toHaveLength(1);
    expect(repairs[0]?.length).toBeLessThan(200);
  });
});

describe("repairInput with hostile input", () => {
  it.each<[string, unknown]>([
    ["at the top", JSON.parse('{"__proto__":{"polluted":1},"file_path":"a"}')],
    ["in text", '{"__proto__":{"polluted":1}}'],
    ["inside", JSON.parse('{"file_path":"a","options":{"x":[{"__proto__":{"polluted":1}}]}}')],
  ])("refuses a key __proto__ %s", (_case, input) => {
    expect(repair(input)).toEqual({ problem: expect.stringContaining("__proto__") });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("does not parse a text with a key __proto__ into a parameter", () => {
    const input = { options: '{"__proto__":{"depth":1}}' };
    expect(repair(input)).toEqual({ input, repairs: [] });
  });

  it("passes on keys constructor and prototype as plain names", () => {
    const input = { file_path: "a", constructor: { prototype: { polluted: 1 } } };
    expect(repair(input)).toEqual({ input, repairs: [] });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("refuses a nesting beyond 200 levels, in JSON text too", () => {
    let nested: unknown = 1;
    for (let depth = 0; depth < 100_000; depth += 1) nested = [nested];
    expect(repair({ anything: nested })).toEqual({ problem: expect.stringContaining("200 levels") });
    const text = `{"anything":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect(repair(text)).toEqual({ problem: expect.stringContaining("200 levels") });
  });

  it("terminates for an input that contains itself", () => {
    const input: Record<string, unknown> = { file_path: "a" };
    input.anything = input;
    expect(repair(input)).toEqual({ input, repairs: [] });
  });

  it.each<[string, () => unknown]>([
    ["a text that is no JSON", () => "x".repeat(10_000_000)],
    ["a text that starts as JSON", () => `{${"x".repeat(10_000_000)}`],
    ["blanks", () => " ".repeat(10_000_000)],
    ["a key", () => ({ ["x".repeat(10_000_000)]: 1 })],
    ["digits where a number is due", () => ({ limit: "1".repeat(10_000_000) })],
    ["blanks where a number is due", () => ({ limit: `${" ".repeat(10_000_000)}1` })],
    ["an array of texts", () => ({ tags: Array.from({ length: 500_000 }, () => "twenty characters...") })],
  ])("handles ten megabytes of %s quickly and answers briefly", (_case, make) => {
    const input = make();
    const elapsedMs = startStopwatch();
    const result = repair(input);
    expect(elapsedMs()).toBeLessThan(2_000);
    if ("problem" in result) expect(result.problem.length).toBeLessThan(1_000);
    else if (typeof input === "object") expect(result.input === input).toBe(true);
    else expect(result.input).toEqual({});
  });
});

const valid = fc.record(
  {
    file_path: fc.string(),
    limit: fc.maxSafeInteger(),
    ratio: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    dry_run: fc.boolean(),
    range: fc.tuple(fc.integer(), fc.integer()),
    tags: fc.array(fc.string()),
    sizes: fc.array(fc.integer()),
    either: fc.oneof(fc.string(), fc.array(fc.string())),
    edits: fc.array(
      fc.record(
        { old_str: fc.string(), new_str: fc.string(), replace_all: fc.boolean() },
        { requiredKeys: ["old_str", "new_str"] },
      ),
    ),
    options: fc.record({ depth: fc.integer() }),
    anything: fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes("__proto__")),
  },
  { requiredKeys: ["file_path"] },
);

const slip = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(
    "null",
    "undefined",
    "",
    "true",
    "12",
    "[1,2]",
    '{"__proto__":{"polluted":1}}',
    '[{"oldStr":1}]',
  ),
  fc.anything({ maxDepth: 2, withNullPrototype: true, withBigInt: true, withDate: true, withMap: true }),
);

const slipped = fc.dictionary(
  fc.oneof(
    fc.constantFrom(
      "file_path",
      "filePath",
      "path",
      "limit",
      "ratio",
      "range",
      "tags",
      "sizes",
      "edits",
      "options",
    ),
    fc.constantFrom("constructor", "__proto__", "prototype", "toString", "hasOwnProperty", "File-Path"),
    fc.string(),
  ),
  slip,
);

describe("repairInput, whatever comes", () => {
  it("never changes a valid input that uses declared names", async () => {
    await fc.assert(
      fc.asyncProperty(valid, async (input) => {
        expect(await tool.validateInput(input)).not.toHaveProperty("issues");
        const result = repair(input);
        expect(result).toHaveProperty("repairs", []);
        expect((result as { input: unknown }).input).toBe(input);
      }),
      { numRuns: 300 },
    );
  });

  it("never throws, never pollutes, and leaves nothing to repair", () => {
    const prototypeKeys = Object.getOwnPropertyNames(Object.prototype);
    fc.assert(
      fc.property(
        fc.oneof(
          slipped,
          slip,
          slipped.map((input) => JSON.stringify(input, bigintAsText)),
        ),
        (input) => {
          const result = repair(input);
          expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(prototypeKeys);
          if ("problem" in result) return;
          const prototype: unknown = Object.getPrototypeOf(result.input);
          if (result.input !== input) expect(prototype).toBe(Object.prototype);
          expect(Object.hasOwn(result.input, "__proto__")).toBe(false);
          expect(repair(result.input)).toEqual({ input: result.input, repairs: [] });
        },
      ),
      { numRuns: 500 },
    );
  });

  it("never alters a text that the schema accepts", () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (text, texts) => {
        const input = {
          file_path: text,
          tags: texts,
          either: text,
          edits: [{ old_str: text, new_str: text }],
        };
        expect(repair(JSON.stringify(input))).toMatchObject({ input });
      }),
    );
  });
});

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

describe("JSON text with blanks around it", () => {
  const fenced = (blanks: number) => `\`\`\`json\n${"\n".repeat(blanks)}{"file_path":"a"}\n\`\`\``;

  it.each([1, 60_000])("parses an object after %i line feeds in a code fence", (blanks) => {
    expect(repair(fenced(blanks))).toMatchObject({ input: { file_path: "a" } });
  });

  it("refuses an object after 100,000 line feeds in a code fence", () => {
    expect(repair(fenced(100_000))).toHaveProperty("problem");
  });
});
