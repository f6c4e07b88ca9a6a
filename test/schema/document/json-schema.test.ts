import { describe, expect, it } from "vitest";
import * as z from "zod";
import { jsonSchema, ToolDefinitionError } from "../../../src/schema/index.js";

const schema = jsonSchema({
  type: "object",
  properties: {
    path: { type: "string", minLength: 1 },
    edits: {
      type: "array",
      items: {
        type: "object",
        properties: { "a/b~c": { type: "integer" }, old: { type: "string" } },
        required: ["old"],
        additionalProperties: false,
      },
    },
    point: { $ref: "#/$defs/point" },
  },
  required: ["path"],
  additionalProperties: false,
  $defs: { point: { type: "array", prefixItems: [{ type: "number" }], items: false } },
});

const validate = (value: unknown) => schema["~standard"].validate(value);

describe("jsonSchema", () => {
  it("returns a valid value unchanged, without filling in defaults", () => {
    const value = { path: "a", edits: [{ old: "x" }], point: [1] };
    const result = validate(value);
    expect(result).toEqual({ value });
    expect((result as { value: unknown }).value).toBe(value);
  });

  it.each<[string, unknown, readonly string[]]>([
    ["a wrong type", { path: 1 }, ["path"]],
    ["a missing property", {}, ["path"]],
    ["a missing property inside", { path: "a", edits: [{ old: "x" }, {}] }, ["edits", "1", "old"]],
    ["an unknown property", { path: "a", zzz: 1 }, ["zzz"]],
    [
      "a key with pointer characters",
      { path: "a", edits: [{ old: "x", "a/b~c": "no" }] },
      ["edits", "0", "a/b~c"],
    ],
    ["a draft 2020-12 tuple", { path: "a", point: [1, 2] }, ["point", "1"]],
    ["an empty text", { path: "" }, ["path"]],
  ])("reports %s once, at its deepest path", (_case, value, path) => {
    expect(validate(value)).toEqual({ issues: [{ message: expect.any(String), path }] });
  });

  it.each([["a"], [null], [undefined], [7], [[]], [() => 1], [10n], [Symbol("s")]])(
    "returns issues for %s and does not throw",
    (value) => {
      expect(validate(value)).toHaveProperty("issues");
    },
  );

  it("reads own properties only", () => {
    const own = jsonSchema({
      type: "object",
      properties: { a: { type: "string" } },
      required: ["constructor"],
    });
    expect(own["~standard"].validate({})).toHaveProperty("issues");
    expect(own["~standard"].validate({ constructor: 1 })).not.toHaveProperty("issues");
  });

  it("survives a value nested beyond the stack", () => {
    const recursive = jsonSchema({ type: "array", items: { $ref: "#" } });
    let nested: unknown[] = [];
    for (let depth = 0; depth < 100_000; depth += 1) nested = [nested];
    expect(recursive["~standard"].validate(nested)).toHaveProperty("issues");
  });

  it("uses the validator of the host", async () => {
    const custom = jsonSchema<{ n: number }>(
      { type: "object" },
      { validate: async () => ({ value: { n: 1 } }) },
    );
    expect(await custom["~standard"].validate("anything")).toEqual({ value: { n: 1 } });
  });

  it("copies the document: a later change has no effect", () => {
    const document = { type: "object", properties: { a: { type: "string" } } };
    const made = jsonSchema(document);
    document.properties.a.type = "number";
    expect(made["~standard"].validate({ a: "text" })).not.toHaveProperty("issues");
    expect(Object.keys(document)).toEqual(["type", "properties"]);
  });

  it.each<[string, unknown, RegExp]>([
    ["a reference that has no target", { properties: { a: { $ref: "#/$defs/gone" } } }, /has no target/],
    ["a pattern that is none", { properties: { a: { pattern: "(" } } }, /regular expression/],
    ["a broken key pattern", { patternProperties: { "(": {} } }, /regular expression/],
    ["a function", { properties: { a: () => 1 } }, /#\/properties\/a is a function/],
    ["a date", { default: new Date(0) }, /instance of Date/],
    ["infinity", { maximum: Number.POSITIVE_INFINITY }, /Infinity/],
    ["a zod schema", z.object({}), /directly/],
    ["no object", null, /takes a JSON Schema object/],
    ["an array", [], /takes a JSON Schema object/],
  ])("refuses %s at creation", (_case, document, message) => {
    expect(() => jsonSchema(document as object)).toThrow(ToolDefinitionError);
    expect(() => jsonSchema(document as object)).toThrow(message);
  });

  it("refuses a document that contains itself", () => {
    const document: Record<string, unknown> = { type: "object" };
    document.self = document;
    expect(() => jsonSchema(document)).toThrow(/contains itself/);
  });
});
