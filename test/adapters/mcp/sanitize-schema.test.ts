import { describe, expect, it } from "vitest";
import { isLinearPattern, sanitizeSchema, sanitizeText } from "../../../src/adapters/mcp/sanitize-schema.js";
import { startStopwatch } from "../../processor-time.js";

const TAME = [
  "^[a-z ]+$",
  "^[a-zA-Z0-9_-]{1,64}$",
  "^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2})$",
  "^https?://[^\\s]+$",
  "^(json|xml|yaml)$",
  "^.{0,1000}$",
  "^\\p{L}+$",
  "^(?:a|b)c?$",
  "^#[0-9a-f]{6}$",
  "^a+?b$",
  "x[+*?{]y",
];

const WILD = [
  "^(a+)+$",
  "(a|a)*b",
  "^(a|aa)+$",
  "a+b",
  "^a+a+$",
  "^a*|b*$",
  "(?=a+)b",
  "(a)\\1",
  "^(?:x?){30}$",
  `${"a?".repeat(30)}${"a".repeat(30)}`,
  "(a|a)".repeat(20),
  "a{1,16}a{1,16}a{1,16}",
  "^.*.*$",
  "^(a{0,100}){100}$",
  "^\\w+\\s?\\w+$",
];

describe("a pattern of a server", () => {
  it.each(TAME)("%s is tried here, because it takes linear time", (pattern) => {
    expect(isLinearPattern(pattern)).toBe(true);
    const expression = new RegExp(pattern, "u");
    const elapsedMs = startStopwatch();
    for (const text of ["a", "0", "x ", "ab"]) expression.test(`${text.repeat(50_000)}!`);
    expect(elapsedMs()).toBeLessThan(1_000);
  });

  it.each(WILD)("%s is left to the server, because it may not", (pattern) => {
    expect(isLinearPattern(pattern)).toBe(false);
  });
});

describe("a schema of a server", () => {
  const reading = (schema: unknown) => sanitizeSchema(schema);

  it("shows a schema with its patterns, and checks it without the unsafe ones", () => {
    const properties = { a: { type: "string", pattern: "^(a+)+$" }, b: { type: "string", pattern: "^b+$" } };
    expect(reading({ $schema: "x", $id: "y", type: "object", properties })).toEqual({
      schema: { type: "object", properties },
      checked: { type: "object", properties: { a: { type: "string" }, b: properties.b } },
    });
  });

  it("keeps properties that are called like keywords", () => {
    const properties = {
      $id: { type: "string" },
      pattern: { type: "string" },
      description: { type: "number" },
    };
    expect(reading({ type: "object", properties })).toMatchObject({ checked: { properties } });
  });

  it("loses the ban on other properties with a wild pattern of their names, never a property", () => {
    const schema = { type: "object", patternProperties: { "(x+)+": {} }, additionalProperties: false };
    expect(reading(schema)).toEqual({ schema, checked: { type: "object" } });
  });

  it.each([
    [null, "not an object"],
    [[], "not an object"],
    [{ type: "object", properties: { a: { $ref: "file:///etc/passwd" } } }, "refers to"],
    [{ type: "object", description: "x".repeat(70_000) }, "more than the 65536"],
  ])("refuses a schema of a server with the reason: %#", (schema, problem) => {
    expect(reading(schema)).toMatchObject({ problem: expect.stringContaining(problem) });
  });
});

describe("a text of a server", () => {
  it("bounds a text and escapes its hidden characters", () => {
    expect(sanitizeText("a\u200bb\n\tc")).toBe("a\\u{200b}b\n\tc");
    expect(sanitizeText("x".repeat(10), 4)).toBe("xxxx… (cut)");
    expect(sanitizeText(3)).toBe("");
  });
});
