import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, expectTypeOf, it } from "vitest";
import * as z from "zod";
import * as mini from "zod/mini";
import * as zm from "zod/mini";
import * as z3 from "zod/v3";
import { zodToJsonSchema } from "zod-to-json-schema";
import type { StandardSchema, Tool } from "../../../src/contract/index.js";
import { defineTool, jsonSchema, ToolDefinitionError } from "../../../src/schema/index.js";

const EXPECTED = {
  type: "object",
  properties: { path: { type: "string" }, limit: { type: "integer" } },
  required: ["path"],
};

function define(inputSchema: unknown, extra: object = {}) {
  return defineTool({
    name: "example",
    description: "An example.",
    inputSchema: inputSchema as StandardSchema,
    execute: () => "done",
    ...extra,
  });
}

function errorOf(run: () => unknown): ToolDefinitionError {
  try {
    run();
  } catch (error) {
    if (error instanceof ToolDefinitionError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("defineTool", () => {
  it.each<[string, StandardSchema<unknown, unknown>]>([
    ["zod 4", z.object({ path: z.string(), limit: z.int().optional() })],
    ["zod 4 mini", zm.object({ path: zm.string(), limit: zm.optional(zm.int()) })],
    ["zod 3", z3.object({ path: z3.string(), limit: z3.number().int().optional() })],
    ["arktype", type({ path: "string", "limit?": "number.integer" })],
    ["jsonSchema()", jsonSchema({ $schema: "https://json-schema.org/draft/2020-12/schema", ...EXPECTED })],
  ])("exports the same JSON Schema for the same type written with %s", (_library, schema) => {
    expect(define(schema).inputSchema).toEqual(EXPECTED);
  });

  it.each<[string, StandardSchema<unknown, unknown>]>([
    ["zod 4", z.object({ path: z.string() })],
    ["zod 4 mini", zm.object({ path: zm.string() })],
    ["zod 3", z3.object({ path: z3.string() })],
    ["arktype", type({ path: "string" })],
    ["jsonSchema()", jsonSchema(EXPECTED)],
  ])("validates with the schema itself (%s)", async (_library, schema) => {
    const tool = define(schema);
    expect(await tool.validateInput({ path: "a" })).toEqual({ value: { path: "a" } });
    expect(await tool.validateInput({ path: 1 })).toHaveProperty("issues");
    expect(await tool.validateInput(undefined)).toHaveProperty("issues");
  });

  it("accepts a valibot schema through jsonSchema() and validates with valibot", async () => {
    const schema = v.object({ path: v.pipe(v.string(), v.trim()) });
    const tool = defineTool({
      name: "trim",
      description: "Trims.",
      inputSchema: jsonSchema<v.InferOutput<typeof schema>>(
        { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
        {
          validate: schema["~standard"].validate as StandardSchema<
            unknown,
            { path: string }
          >["~standard"]["validate"],
        },
      ),
      execute: ({ path }) => path,
    });
    expect(await tool.validateInput({ path: " a " })).toMatchObject({ value: { path: "a" } });
    expect(await tool.validateInput({ path: 1 })).toHaveProperty("issues");
  });

  it("accepts any library that supports Standard JSON Schema", () => {
    const schema = v.object({ path: v.string() });
    const exporting: StandardSchema = {
      "~standard": {
        ...schema["~standard"],
        jsonSchema: {
          input: ({ target }: { target: string }) => ({
            $schema: target,
            type: "object",
            properties: { path: { type: "string" } },
          }),
          output: () => ({}),
        },
      },
    };
    expect(define(exporting).inputSchema).toEqual({
      type: "object",
      properties: { path: { type: "string" } },
    });
  });

  it("infers input and output types from the schema and from execute", () => {
    const zod4 = defineTool({
      name: "zod4",
      description: "d",
      inputSchema: z.object({ path: z.string(), limit: z.number().default(3) }),
      execute: async (input) => {
        expectTypeOf(input).toEqualTypeOf<{ path: string; limit: number }>();
        return { size: input.limit };
      },
    });
    expectTypeOf(zod4).toEqualTypeOf<
      Tool<
        "zod4",
        { path: string; limit: number },
        { size: number },
        { path: string; limit?: number | undefined }
      >
    >();

    const zod3 = defineTool({
      name: "zod3",
      description: "d",
      inputSchema: z3.object({ path: z3.string() }),
      execute: ({ path }) => path,
    });
    expectTypeOf(zod3).toEqualTypeOf<Tool<"zod3", { path: string }, string>>();

    const mini = defineTool({
      name: "mini",
      description: "d",
      inputSchema: zm.object({ path: zm.string() }),
      execute: ({ path }) => path.length,
    });
    expectTypeOf(mini).toEqualTypeOf<Tool<"mini", { path: string }, number>>();

    const ark = defineTool({
      name: "ark",
      description: "d",
      inputSchema: type({ path: "string" }),
      execute: ({ path }) => path,
    });
    expectTypeOf(ark).toEqualTypeOf<Tool<"ark", { path: string }, string>>();

    const raw = defineTool({
      name: "raw",
      description: "d",
      inputSchema: jsonSchema<{ path: string }>({ type: "object" }),
      execute: ({ path }) => path,
    });
    expectTypeOf(raw).toEqualTypeOf<Tool<"raw", { path: string }, string>>();
  });

  it("fills in the defaults and freezes the tool deeply", () => {
    const tool = define(z.object({ path: z.string() }), {
      aliases: ["other", { name: "third", mapInput: (input: object) => input }],
      parameterAliases: { path: ["file"] },
    });
    expect(tool).toMatchObject({
      kind: "other",
      source: "host",
      deferred: false,
      annotations: {},
      metadata: {},
      aliases: [{ name: "other" }, { name: "third", mapInput: expect.any(Function) }],
      parameterAliases: { path: ["file"] },
    });
    expect(tool).not.toHaveProperty("timeoutMs");
    for (const part of [
      tool,
      tool.aliases,
      tool.aliases[0],
      tool.parameterAliases,
      tool.parameterAliases.path,
      tool.annotations,
      tool.metadata,
      tool.inputSchema,
      tool.inputSchema.properties,
      tool.inputSchema.properties?.path,
    ]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it("adopts the fields of the definition", () => {
    const given = {
      kind: "read",
      source: "builtin",
      deferred: true,
      timeoutMs: false,
      truncation: { maxLines: 3 },
      executionProfile: { serial: true },
      annotations: { readOnlyHint: true },
      metadata: { a: 1 },
      render: () => "text",
    };
    expect(define(z.object({}), given)).toMatchObject(given);
  });

  it("converts and checks the output schema from its output side", async () => {
    const tool = define(z.object({}), {
      outputSchema: z.object({ n: z.string().transform(Number).pipe(z.number()) }),
    });
    expect(tool.outputSchema).toMatchObject({ properties: { n: { type: "number" } } });
    expect(await tool.validateOutput?.({ n: "3" })).toEqual({ value: { n: 3 } });
    expect(await tool.validateOutput?.({ n: {} })).toHaveProperty("issues");
  });

  it("keeps the descriptions that another version of zod 4 has in its own registry", () => {
    const text = Object.assign(mini.string(), { meta: () => ({ id: "text", description: "The text." }) });
    expect(define(mini.object({ text })).inputSchema.properties).toEqual({
      text: { type: "string", description: "The text." },
    });
  });

  it("refuses a schema of zod before 3.24 with the version to install", () => {
    const old = { _def: { typeName: "ZodObject" }, parse: () => ({}), safeParse: () => ({}) };
    expect(() => define(old as never)).toThrow(/update zod to 3\.24 or later/);
  });

  it.each<[string, object]>([
    ["not-a-schema", { inputSchema: undefined }],
    ["not-a-schema", { inputSchema: { type: "object" } }],
    ["no-json-schema", { inputSchema: v.object({ a: v.string() }) }],
    ["empty-schema", { inputSchema: z.any() }],
    ["not-an-object-schema", { inputSchema: z.string() }],
    ["not-an-object-schema", { inputSchema: z.array(z.string()) }],
    ["not-an-object-schema", { inputSchema: jsonSchema({ type: ["object", "null"] }) }],
    ["root-union", { inputSchema: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]) }],
    ["root-union", { inputSchema: z.discriminatedUnion("k", [z.object({ k: z.literal("a") })]) }],
    ["root-union", { inputSchema: z.object({ a: z.string() }).nullable() }],
    ["root-union", { inputSchema: z3.object({ a: z3.string() }).and(z3.object({ b: z3.string() })) }],
    ["root-union", { inputSchema: type({ a: "string" }).or({ b: "string" }) }],
    ["root-union", { inputSchema: jsonSchema({ type: "object", oneOf: [{ required: ["a"] }] }) }],
    ["not-representable", { inputSchema: z.object({ a: z.date() }) }],
    ["not-representable", { inputSchema: z.object({ a: z.object({ b: z.bigint() }) }) }],
    ["not-representable", { inputSchema: z.object({ a: z.map(z.string(), z.string()) }) }],
    ["not-representable", { inputSchema: zm.object({ a: zm.date() }) }],
    ["not-representable", { inputSchema: z3.object({ a: z3.date() }) }],
    ["not-representable", { inputSchema: z3.object({ a: z3.array(z3.bigint()).optional() }) }],
    ["not-representable", { inputSchema: z3.object({ a: z3.map(z3.string(), z3.string()) }) }],
    ["not-representable", { inputSchema: z3.object({ a: z3.set(z3.string()) }) }],
    ["not-representable", { inputSchema: type({ a: "Date" }) }],
    ["not-representable", { inputSchema: type({ a: "bigint" }) }],
    ["not-representable", { outputSchema: z.object({ a: z.bigint() }) }],
    ["missing-description", { description: "  " }],
    ["missing-execute", { execute: undefined }],
    ["invalid-definition", { kind: "reading" }],
    ["invalid-definition", { source: "internet" }],
    ["invalid-definition", { timeoutMs: 0 }],
    ["invalid-definition", { timeoutMs: Number.NaN }],
    ["invalid-alias", { aliases: ["has space"] }],
    ["invalid-alias", { aliases: ["example"] }],
    ["invalid-alias", { aliases: ["twice", "twice"] }],
    ["invalid-alias", { aliases: [{ name: "mapped", mapInput: "no function" }] }],
    ["invalid-parameter-alias", { parameterAliases: { nowhere: ["a"] } }],
    ["invalid-parameter-alias", { parameterAliases: { constructor: ["a"] } }],
    ["invalid-parameter-alias", { parameterAliases: { path: ["limit"] } }],
    ["invalid-parameter-alias", { parameterAliases: { path: ["x"], limit: ["x"] } }],
  ])("refuses with %s, naming the tool: %o", (code, part) => {
    const error = errorOf(() => define(z.object({ path: z.string(), limit: z.number() }), part));
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({
      code,
      toolName: "example",
      message: expect.stringContaining('Tool "example"'),
    });
  });

  it("refuses the empty schema that zod-to-json-schema creates from a zod 4 schema", () => {
    const exported = zodToJsonSchema(z.object({ path: z.string() }) as unknown as z3.ZodType);
    const error = errorOf(() => define(jsonSchema(exported)));
    expect(error.code).toBe("empty-schema");
    expect(error.message).toContain("zod-to-json-schema");
  });

  it("states the remedy for a plain JSON Schema and for valibot", () => {
    expect(errorOf(() => define({ type: "object" })).message).toContain("jsonSchema({");
    expect(errorOf(() => define(v.object({}))).message).toContain("@valibot/to-json-schema");
  });

  it.each(
    [
      [
        "",
        "white space inside",
        "dotted.name",
        "1st",
        "-x",
        "x".repeat(64),
        "naïve",
        "a\n",
        undefined,
        7,
        {},
      ],
    ].flat(),
  )("refuses the name %o", (name) => {
    expect(errorOf(() => define(z.object({}), { name })).code).toBe("invalid-name");
  });

  it.each(["Read", "_x", "mcp__github__search-code", "x".repeat(63), "constructor"])(
    "accepts the name %s",
    (name) => {
      expect(define(z.object({}), { name }).name).toBe(name);
    },
  );

  it("refuses a value that is not a definition", () => {
    expect(errorOf(() => defineTool(undefined as never)).code).toBe("invalid-name");
  });
});
