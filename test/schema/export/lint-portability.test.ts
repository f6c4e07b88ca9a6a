import { describe, expect, it } from "vitest";
import * as z from "zod";
import { defineTool, jsonSchema, lintPortability } from "../../../src/schema/index.js";

const lint = (schema: object) =>
  lintPortability(
    defineTool({
      name: "t",
      description: "d",
      inputSchema: jsonSchema({ type: "object", ...schema }),
      execute: () => "",
    }),
  );

describe("lintPortability", () => {
  it("returns nothing for the schemas that every provider accepts", () => {
    const tool = defineTool({
      name: "t",
      description: "d",
      inputSchema: z.strictObject({
        path: z.string().min(1),
        read_range: z.array(z.number()).length(2).optional(),
        mode: z.enum(["a", "b"]).default("a"),
        either: z.union([z.string(), z.object({ x: z.int().min(1) })]).optional(),
      }),
      execute: () => "",
    });
    expect(lintPortability(tool)).toEqual([]);
  });

  it.each<[string, object, string]>([
    ["a tuple", { properties: { a: { type: "array", prefixItems: [{}] } } }, "#/properties/a/prefixItems"],
    ["oneOf", { properties: { a: { oneOf: [{}] } } }, "#/properties/a/oneOf"],
    [
      "const deep inside",
      { properties: { a: { anyOf: [{ items: { const: 1 } }] } } },
      "#/properties/a/anyOf/0/items/const",
    ],
    ["a reference", { properties: { a: { $ref: "#/$defs/b" } }, $defs: { b: {} } }, "#/properties/a/$ref"],
    ["a record", { properties: { a: { additionalProperties: {} } } }, "#/properties/a/additionalProperties"],
    ["an exclusive bound", { properties: { a: { exclusiveMinimum: 0 } } }, "#/properties/a/exclusiveMinimum"],
    ["an enum of numbers", { properties: { a: { enum: [1, 2] } } }, "#/properties/a/enum"],
    ["a parameter with a dash", { properties: { "a-b": {} } }, "#/properties/a-b"],
    [
      "a parameter with a dollar",
      { properties: { a: { properties: { $b: {} } } } },
      "#/properties/a/properties/$b",
    ],
  ])("warns of %s with its path", (_case, schema, path) => {
    expect(lint(schema).map((warning) => warning.path)).toEqual([path]);
  });

  it("treats a parameter that is named like a keyword as a parameter", () => {
    expect(lint({ properties: { not: { type: "string" }, const: { type: "string" } } })).toEqual([]);
  });

  it("warns of the name of an external tool", () => {
    const [warning] = lintPortability({ name: "server.tool", inputSchema: { type: "object" } });
    expect(warning).toMatchObject({ code: "tool-name", toolName: "server.tool" });
  });
});
