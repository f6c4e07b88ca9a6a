import { describe, expect, it } from "vitest";
import { restoreCalls } from "../../src/adapters/tool-calls/index.js";
import { PORTABLE_NAMES } from "../../src/adapters/tool-export/index.js";
import { tool } from "./hostile-tools.js";

function withoutNulls(schema: unknown, input: unknown): unknown {
  const [call] = restoreCalls(
    [{ id: "1", name: "lookup", input }],
    { tools: [tool(schema)] },
    { names: PORTABLE_NAMES, nulls: "added" },
  );
  return call?.input;
}

const optional = (schema: unknown) => ({ type: "object", properties: { a: schema, b: { type: "string" } } });

describe("taking out the nulls of strict mode", () => {
  it.each([
    ["a text", { type: "string" }],
    ["a number of several", { enum: [1, 2] }],
    ["a constant", { const: "x" }],
    ["an alternative", { anyOf: [{ type: "string" }, { type: "number" }] }],
    ["a reference", { $ref: "#/properties/b" }],
  ])("takes out a null for %s that may be left out", (_what, schema) => {
    expect(withoutNulls(optional(schema), { a: null, b: "x" })).toEqual({ b: "x" });
  });

  it.each([
    ["that may be null", { type: ["string", "null"] }],
    ["with null among its values", { enum: ["x", null] }],
    ["with null among its alternatives", { anyOf: [{ type: "string" }, { type: "null" }] }],
    ["that may be anything", {}],
    ["that is nullable as OpenAPI says it", { type: "string", nullable: true }],
  ])("keeps the null of a parameter %s", (_what, schema) => {
    expect(withoutNulls(optional(schema), { a: null })).toEqual({ a: null });
  });

  it("keeps a null for a required parameter, so that validation reports it", () => {
    expect(withoutNulls({ ...optional({ type: "string" }), required: ["a"] }, { a: null })).toEqual({
      a: null,
    });
  });

  it("takes nulls out of lists, of objects in objects, and along references that lead round", () => {
    const node = {
      type: "object",
      properties: {
        next: { $ref: "#/$defs/Node" },
        tags: { type: "array", items: optional({ type: "string" }) },
      },
    };
    const schema = { type: "object", properties: { node: { $ref: "#/$defs/Node" } }, $defs: { Node: node } };
    const input = { node: { next: { next: null, tags: [{ a: null, b: "x" }] }, tags: null } };
    expect(withoutNulls(schema, input)).toEqual({ node: { next: { tags: [{ b: "x" }] } } });
  });

  it("distinguishes alternatives by their constants", () => {
    const branch = (act: string, properties: object, required: string[]) => ({
      type: "object",
      properties: { act: { const: act }, ...properties },
      required: ["act", ...required],
    });
    const schema = {
      type: "object",
      properties: {
        step: {
          oneOf: [
            branch("open", { url: { type: "string" } }, []),
            branch("close", { url: { type: ["string", "null"] } }, ["url"]),
          ],
        },
      },
    };
    expect(withoutNulls(schema, { step: { act: "open", url: null } })).toEqual({ step: { act: "open" } });
    expect(withoutNulls(schema, { step: { act: "close", url: null } })).toEqual({
      step: { act: "close", url: null },
    });
  });

  it("keeps a key called __proto__ a key, for the pipeline to refuse", () => {
    const restored = withoutNulls(optional({}), JSON.parse('{"__proto__":{"x":1}}'));
    expect(JSON.stringify(restored)).toBe('{"__proto__":{"x":1}}');
  });

  it("survives hostile nesting", () => {
    let input: unknown = null;
    for (let depth = 0; depth < 100_000; depth++) input = { a: input };
    expect(() => withoutNulls({ type: "object", properties: { a: { $ref: "#" } } }, input)).not.toThrow();
  });
});
