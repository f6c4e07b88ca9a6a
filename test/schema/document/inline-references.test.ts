import { describe, expect, it } from "vitest";
import { inlineReferences } from "../../../src/schema/document/inline-references.js";

const point = { type: "object", properties: { x: { type: "number" } } };

describe("inlineReferences", () => {
  it.each([
    ["a plain name", "#/$defs/point", "point"],
    ["a name with a blank, percent-encoded", "#/$defs/a%20point", "a point"],
    ["a name with a slash", "#/$defs/a~1point", "a/point"],
    ["a name with a tilde", "#/$defs/a~0point", "a~point"],
    ["a name with a percent sign that encodes nothing", "#/$defs/50%", "50%"],
  ])("replaces a reference to %s", (_, $ref, name) => {
    const schema = { type: "object", properties: { at: { $ref } }, $defs: { [name]: point } };
    expect(inlineReferences(schema)).toEqual({ type: "object", properties: { at: point } });
  });

  it("keeps recursive types and the definitions that they need", () => {
    const $defs = {
      tree: { properties: { children: { type: "array", items: { $ref: "#/$defs/tree" } } } },
      even: { anyOf: [{ $ref: "#/$defs/odd" }] },
      odd: { anyOf: [{ $ref: "#/$defs/even" }] },
      unused: point,
    };
    const schema = {
      properties: { root: { $ref: "#/$defs/tree" }, parity: { $ref: "#/$defs/even" } },
      $defs,
    };
    const { unused: _, ...needed } = $defs;
    expect(inlineReferences(schema)).toEqual({ ...schema, $defs: needed });
  });

  it("keeps the definitions of older drafts that a recursive type needs", () => {
    const schema = {
      properties: { root: { $ref: "#/definitions/list" }, at: { $ref: "#/definitions/point" } },
      definitions: { list: { properties: { next: { $ref: "#/definitions/list" } } }, point },
    };
    expect(inlineReferences(schema)).toEqual({
      properties: { root: { $ref: "#/definitions/list" }, at: point },
      definitions: { list: schema.definitions.list },
    });
  });

  it("merges annotations next to a reference, and constraints only on request", () => {
    const $defs = { name: { type: "string", description: "A name." } };
    const annotated = { properties: { a: { $ref: "#/$defs/name", description: "Yours." } }, $defs };
    expect(inlineReferences(annotated)).toEqual({
      properties: { a: { type: "string", description: "Yours." } },
    });
    const constrained = { properties: { a: { $ref: "#/$defs/name", minLength: 2 } }, $defs };
    expect(inlineReferences(constrained)).toEqual(constrained);
    expect(inlineReferences(constrained, { beside: "any" })).toEqual({
      properties: { a: { type: "string", description: "A name.", minLength: 2 } },
    });
  });

  it("returns a schema as it is that would multiply beyond the limit", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 20 }, (_, level) => {
        const next = { $ref: `#/$defs/l${level + 1}` };
        return [`l${level}`, level === 19 ? point : { properties: { a: next, b: next } }];
      }),
    );
    const schema = { $ref: "#/$defs/l0", $defs };
    expect(inlineReferences(schema)).toBe(schema);
  });

  it("finds a reference that leads nowhere and leaves it", () => {
    const schema = { properties: { a: { $ref: "#/$defs/none" }, b: { $ref: "other.json#/x" } } };
    expect(inlineReferences(schema)).toEqual(schema);
  });
});
