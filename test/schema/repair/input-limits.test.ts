import { describe, expect, it } from "vitest";
import { findHostileInput, repairInput } from "../../../src/schema/index.js";
import { startStopwatch } from "../../processor-time.js";

const schema = { type: "object" as const, properties: { path: { type: "string" } } };
const repair = (input: unknown) => repairInput(schema, input, { parameterAliases: {} });

describe("the limits of an input", () => {
  it.each<[string, () => unknown, string]>([
    ["too many list items", () => ({ list: Array.from({ length: 10_001 }, () => 1) }), "10000 values"],
    [
      "too many parameters",
      () => Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`k${n}`, 1])),
      "10000 values",
    ],
    [
      "too many values on several levels",
      () => ({ list: Array.from({ length: 200 }, () => Array.from({ length: 60 }, () => 1)) }),
      "10000 values",
    ],
    ["too long texts", () => ({ one: "x".repeat(5_000_000), two: "y".repeat(5_000_000) }), "8388608"],
    ["JSON text with too many values", () => `{"list": [${"1,".repeat(10_001)}1]}`, "10000 values"],
    ["JSON text that is too long", () => `{"text": "${"x".repeat(9_000_000)}"}`, "8388608"],
    ["JSON text that is nested too deeply", () => '{"a":'.repeat(5_000), "200 levels"],
  ])("refuse %s, and name the limit", (_title, input, words) => {
    expect(repair(input())).toEqual({ problem: expect.stringContaining(words) });
  });

  it.each<[string, unknown]>([
    ["nine thousand items", { list: Array.from({ length: 9_000 }, () => 1) }],
    ["a text of eight million characters", { text: "x".repeat(8_000_000) }],
    ["many commas and brackets in a text", { text: "[,{".repeat(100_000) }],
  ])("accept %s, as JSON text too", (_title, input) => {
    expect(findHostileInput(input as object)).toBeUndefined();
    expect(repair(JSON.stringify(input))).toMatchObject({ input });
  });

  it("check a list of a million at almost no cost", () => {
    const input = { list: Array.from({ length: 1_000_000 }, () => ({ a: 1 })) };
    // The shortest of several runs: a garbage collection of earlier tests may fall into one.
    const times = Array.from({ length: 5 }, () => {
      const elapsed = startStopwatch();
      expect(repair(input)).toHaveProperty("problem");
      return elapsed();
    });
    expect(Math.min(...times)).toBeLessThan(50);
  });
});
