import { type } from "arktype";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import * as z3 from "zod/v3";
import type { StandardIssue, StandardSchema } from "../../../src/contract/index.js";
import {
  defineTool,
  invalidInputMessage,
  invalidOutputMessage,
  jsonSchema,
} from "../../../src/schema/index.js";
import { startStopwatch } from "../../processor-time.js";

function messageFor(inputSchema: StandardSchema, input: unknown): string {
  const tool = defineTool({ name: "find", description: "Finds.", inputSchema, execute: () => "" });
  const result = tool.validateInput(input) as { issues?: readonly StandardIssue[] };
  return invalidInputMessage(tool, result.issues ?? [], input);
}

const LIBRARIES: readonly [string, StandardSchema<unknown, unknown>][] = [
  [
    "zod 4",
    z.strictObject({
      pattern: z.string(),
      limit: z.int().optional(),
      mode: z.enum(["a", "b"]).optional(),
      range: z.array(z.number()).length(2).optional(),
      edits: z.array(z.object({ old: z.string() })).optional(),
    }),
  ],
  [
    "zod 3",
    z3
      .object({
        pattern: z3.string(),
        limit: z3.number().int().optional(),
        mode: z3.enum(["a", "b"]).optional(),
        range: z3.array(z3.number()).length(2).optional(),
        edits: z3.array(z3.object({ old: z3.string() })).optional(),
      })
      .strict(),
  ],
  [
    "arktype",
    type({
      pattern: "string",
      "limit?": "number.integer",
      "mode?": "'a' | 'b'",
      "range?": "number[] == 2",
      "edits?": type({ old: "string" }).array(),
      "+": "reject",
    }),
  ],
  [
    "jsonSchema()",
    jsonSchema({
      type: "object",
      properties: {
        pattern: { type: "string" },
        limit: { type: "integer" },
        mode: { type: "string", enum: ["a", "b"] },
        range: { type: "array", items: { type: "number" }, minItems: 2, maxItems: 2 },
        edits: {
          type: "array",
          items: { type: "object", properties: { old: { type: "string" } }, required: ["old"] },
        },
      },
      required: ["pattern"],
      additionalProperties: false,
    }),
  ],
];

describe.each(LIBRARIES)("invalidInputMessage with %s", (_library, schema) => {
  it.each<[string, object, readonly string[]]>([
    ["a missing parameter", {}, ["- missing: pattern\n"]],
    ["an unknown parameter", { pattern: "x", colour: 1 }, ["- unknown: colour\n"]],
    ["both", { patern: "x" }, ["- missing: pattern\n", "- unknown: patern (did you mean pattern?)\n"]],
    ["a wrong type", { pattern: 7 }, ["- pattern: expected string, received number 7\n"]],
    [
      "a wrong type deep inside",
      { pattern: "x", edits: [{ old: "a" }, { old: [1] }] },
      ["- edits.1.old: expected string, received array of 1 element\n"],
    ],
    ["a missing field inside", { pattern: "x", edits: [{}] }, ["- edits.0.old: missing; expected string\n"]],
    [
      "a wrong choice",
      { pattern: "x", mode: "c" },
      ["- mode: ", 'received string "c"\n', 'mode ("a" or "b", optional)'],
    ],
    ["a wrong number of elements", { pattern: "x", range: [1] }, ["- range", "array of 2 numbers"]],
  ])(
    "describes %s: field, expected value, received value and the parameters of the tool",
    (_case, input, parts) => {
      const message = messageFor(schema, input);
      expect(message.startsWith("Invalid input for 'find':\n- ")).toBe(true);
      for (const part of parts) expect(message).toContain(part);
      // The order of the others depends on the library.
      expect(message).toContain("\nParameters: pattern (string), ");
      expect(message).toContain("limit (integer, optional)");
      expect(message.endsWith("Correct the input and call again.")).toBe(true);
    },
  );

  it("reports each problem once", () => {
    expect(messageFor(schema, {}).match(/pattern/g)).toHaveLength(2);
    expect(messageFor(schema, { pattern: "x", colour: 1 }).match(/colour/g)).toHaveLength(1);
  });
});

describe("invalidInputMessage", () => {
  it("passes on the messages of the tool's author", () => {
    const schema = z
      .object({ from: z.number(), to: z.number() })
      .refine(({ from, to }) => from <= to, { message: "from must not be above to", path: ["from"] });
    expect(messageFor(schema, { from: 5, to: 1 })).toContain(
      "- from: from must not be above to; received number 5\n",
    );
  });

  it("mentions ignored names only if one may be the misspelling of a missing one", () => {
    const schema = z.object({ path: z.string(), limit: z.number().optional() });
    expect(messageFor(schema, { paht: "a" })).toContain("- unknown: paht");
    expect(messageFor(schema, { path: "a", extra: 1, limit: "x" })).not.toContain("extra");
  });

  it("reports a union once", () => {
    const message = messageFor(z.object({ a: z.union([z.string(), z.number()]) }), { a: true });
    expect(message).toContain("- a: expected string or number, received boolean true\n");
    expect(message.match(/- a:/g)).toHaveLength(1);
  });

  it("describes five problems and counts the rest", () => {
    const message = messageFor(z.object({ n: z.array(z.number()) }), {
      n: Array.from({ length: 1_000 }, (_, index) => `n${index}`),
    });
    expect(message.match(/\n- n\.\d/g)).toHaveLength(5);
    expect(message).toContain("- and 995 more problems\n");
  });

  it.each<[string, unknown]>([
    ["a text", { a: 1, b: "x".repeat(10_000_000) }],
    [
      "keys",
      Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`key-number-${index}`.repeat(3), 1])),
    ],
    ["a key", { ["k".repeat(10_000_000)]: 1 }],
    ["a text instead of an object", "x".repeat(10_000_000)],
    ["elements", { b: Array.from({ length: 1_000_000 }, (_, index) => index) }],
  ])("stays below 2,000 characters with ten megabytes of %s", (_case, input) => {
    const schema = z.strictObject({ a: z.string(), b: z.number() });
    const elapsedMs = startStopwatch();
    const message = messageFor(schema, input);
    expect(message.length).toBeLessThanOrEqual(2_000);
    expect(elapsedMs()).toBeLessThan(3_000);
  });

  it("shows line breaks and half surrogates of the input escaped", () => {
    const message = messageFor(z.object({ n: z.number() }), { n: `a\n- b: forged\ud83d` });
    expect(message).toContain('received string "a\\n- b: forged\\ud83d"');
    expect(message).not.toContain("\n- b: forged");
  });

  it("lists only the required parameters of many", () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`p${index}`, z.string().optional()]),
    );
    const message = messageFor(z.object({ ...many, needed: z.string() }), {});
    expect(message).toContain("Parameters: needed (string) and 40 more.");
  });

  it("describes a tool without parameters", () => {
    expect(messageFor(z.strictObject({}), { a: 1 })).toContain("It takes no parameters: send {}.");
  });

  it("never treats inherited names as parameters or values", () => {
    const schema = z.strictObject({ constructor: z.string() });
    expect(messageFor(schema, {})).toContain("- missing: constructor\n");
    expect(messageFor(z.strictObject({}), { toString: 1 })).toContain("- unknown: toString\n");
  });
});

describe("invalidOutputMessage", () => {
  it("describes the defect of an output and states that it is an error of the tool", () => {
    const tool = defineTool({
      name: "count",
      description: "Counts.",
      inputSchema: z.object({}),
      outputSchema: z.object({ total: z.number() }),
      execute: () => ({ total: 1 }),
    });
    const result = tool.validateOutput?.({ total: "1" }) as { issues: readonly StandardIssue[] };
    const message = invalidOutputMessage(tool, result.issues, { total: "1" });
    expect(message).toContain('- total: expected number, received string "1"\n');
    expect(message).toContain("error of the tool");
  });
});
