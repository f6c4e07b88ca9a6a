import { describe, expect, it } from "vitest";
import * as z from "zod";
import * as z3 from "zod/v3";
import type { StandardSchema } from "../../../src/contract/index.js";
import { defineTool, jsonSchema } from "../../../src/schema/index.js";

function exported(inputSchema: StandardSchema) {
  return defineTool({ name: "t", description: "d", inputSchema, execute: () => "" }).inputSchema;
}

const READ_SCHEMA = {
  type: "object",
  properties: {
    path: { type: "string", description: "The file." },
    read_range: {
      type: "array",
      items: { type: "number" },
      minItems: 2,
      maxItems: 2,
      description: "The lines.",
    },
    replace_all: { type: "boolean", default: false, description: "All of them." },
  },
  required: ["path"],
};

describe("the exported schema", () => {
  it("writes the keywords in the order of the Amp specification, whatever the order of the calls that created it", () => {
    const path = z.string().describe("The file.");
    const read_range = z.array(z.number()).length(2).describe("The lines.").optional();
    const described = z.boolean().default(false).describe("All of them.");
    const defaulted = z.boolean().describe("All of them.").default(false);
    for (const replace_all of [described, defaulted]) {
      expect(JSON.stringify(exported(z.object({ path, read_range, replace_all })))).toBe(
        JSON.stringify(READ_SCHEMA),
      );
      expect(JSON.stringify(exported(z.strictObject({ path, read_range, replace_all })))).toBe(
        JSON.stringify({ ...READ_SCHEMA, additionalProperties: false }),
      );
    }
  });

  it("does not mention unknown keys for a plain object, refuses them for a strict one (zod 3 too)", () => {
    expect(exported(z3.object({ a: z3.string() }))).not.toHaveProperty("additionalProperties");
    expect(exported(z3.object({ a: z3.string() }).strict())).toHaveProperty("additionalProperties", false);
  });

  it("drops the safe-integer bounds of an integer and keeps real bounds", () => {
    expect(exported(z.object({ a: z.int(), b: z.int().min(1), c: z.number().max(9) })).properties).toEqual({
      a: { type: "integer" },
      b: { type: "integer", minimum: 1 },
      c: { type: "number", maximum: 9 },
    });
  });

  it("drops the pattern of a standard format, and keeps any other", () => {
    const { properties } = exported(
      z.object({ mail: z.email(), at: z.iso.datetime(), id: z.cuid2(), code: z.string().regex(/^a/) }),
    );
    expect(properties?.mail).toEqual({ type: "string", format: "email" });
    expect(properties?.at).toEqual({ type: "string", format: "date-time" });
    expect(properties?.id).toMatchObject({ format: "cuid2", pattern: expect.any(String) });
    expect(properties?.code).toEqual({ type: "string", pattern: "^a" });
  });

  it("inlines shared definitions, with the description next to the reference", () => {
    const point = z.object({ x: z.number() }).meta({ id: "Point" });
    const schema = exported(z.object({ a: point, b: point.describe("The end.") }));
    const inline = { type: "object", properties: { x: { type: "number" } }, required: ["x"] };
    expect(schema).toEqual({
      type: "object",
      properties: { a: inline, b: { ...inline, description: "The end." } },
      required: ["a", "b"],
    });
    const shared = z3.object({ x: z3.number() });
    expect(exported(z3.object({ a: shared, b: shared })).properties).toEqual({ a: inline, b: inline });
  });

  it("keeps the references of a recursive type together with their targets", () => {
    const node = z.object({
      name: z.string(),
      get children() {
        return z.array(node).optional();
      },
    });
    const point = z.object({ x: z.number() }).meta({ id: "Point" });
    const schema = exported(z.object({ tree: node, point }));
    const definitions = schema.$defs as Record<string, unknown>;
    expect(Object.keys(definitions)).toHaveLength(1);
    const name = Object.keys(definitions)[0];
    expect(schema.properties?.tree).toEqual({ $ref: `#/$defs/${name}` });
    expect(schema.properties?.point).toEqual({
      type: "object",
      properties: { x: { type: "number" } },
      required: ["x"],
    });
    expect(exported(node).properties?.children).toEqual({ type: "array", items: { $ref: "#" } });
  });

  it("keeps references instead of multiplying shared parts exponentially", () => {
    let level: z.ZodType = z.object({ leaf: z.string() }).meta({ id: "L0" });
    for (let depth = 1; depth <= 24; depth += 1) {
      level = z.object({ left: level, right: level }).meta({ id: `L${depth}` });
    }
    const text = JSON.stringify(exported(z.object({ root: level })));
    expect(text.length).toBeLessThan(20_000);
    expect(text).toContain('"$ref"');
  });

  it("converts the tuple of zod 3 to draft 2020-12", () => {
    const { properties } = exported(
      z3.object({ t: z3.tuple([z3.string(), z3.number()]), r: z3.tuple([z3.string()]).rest(z3.number()) }),
    );
    expect(properties?.t).toEqual({
      type: "array",
      prefixItems: [{ type: "string" }, { type: "number" }],
      items: false,
      minItems: 2,
      maxItems: 2,
    });
    expect(properties?.r).toMatchObject({ prefixItems: [{ type: "string" }], items: { type: "number" } });
  });

  it("never enters data: a default or an enum that resembles a schema is unchanged", () => {
    const data = { $schema: "kept", maximum: Number.MAX_SAFE_INTEGER };
    const schema = exported(
      z.object({ a: z.record(z.string(), z.unknown()).default(data), $schema: z.string() }),
    );
    expect(schema.properties?.a).toMatchObject({ default: data });
    expect(schema.properties?.$schema).toEqual({ type: "string" });
  });

  it("returns identical bytes each time", () => {
    const make = () =>
      JSON.stringify(
        exported(z.object({ b: z.email(), a: z.union([z.string(), z.int()]), c: z.enum(["y", "x"]) })),
      );
    expect(make()).toBe(make());
  });

  it("shows a schema made with jsonSchema() unchanged, without $schema", () => {
    const written = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      description: "first",
      type: "object",
      properties: {
        n: { maximum: Number.MAX_SAFE_INTEGER, type: "integer", pattern: "^a", format: "email" },
        r: { $ref: "#/$defs/shared" },
      },
      $defs: { shared: { type: "string" } },
    };
    const { $schema: _dialect, ...rest } = written;
    expect(JSON.stringify(exported(jsonSchema(written)))).toBe(JSON.stringify(rest));
  });
});
