import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { truncateText, truncateToTokens } from "../../src/truncation/index.js";
import { anyLimits, anyText } from "./arbitrary-text.js";

const byWords = (text: string) => text.split(/\s+/).filter((word) => word !== "").length;
const byCharacters = (text: string) => text.length;

describe("truncateToTokens", () => {
  it("keeps as much as the counter allows", () => {
    const text = "one two three four five";
    expect(truncateToTokens(text, { maxTokens: 3, countTokens: byWords })).toMatchObject({
      text: "one two three ",
      hit: "tokens",
      omittedBytes: 9,
    });
    expect(truncateToTokens(text, { maxTokens: 5, countTokens: byWords })).toMatchObject({
      text,
      truncated: false,
    });
    expect(truncateToTokens(text, { maxTokens: 2, countTokens: byWords }, { keep: "tail" }).text).toBe(
      " four five",
    );
  });

  it("respects the other limits too and reports which one was exceeded", () => {
    const cut = truncateToTokens("a b c\nd e f\n", { maxTokens: 100, countTokens: byWords }, { maxLines: 1 });
    expect(cut).toMatchObject({ text: "a b c\n", hit: "lines" });
  });

  it("never exceeds the budget except for a single character, and equals the plain truncation if that fits", () => {
    fc.assert(
      fc.property(anyText, anyLimits, fc.integer({ min: 1, max: 60 }), (text, limits, maxTokens) => {
        const cut = truncateToTokens(text, { maxTokens, countTokens: byCharacters }, limits);
        expect(cut.text.length).toBeLessThanOrEqual(Math.max(1, maxTokens));
        expect(cut.text === "").toBe(text === "");
        const plain = truncateText(text, limits);
        if (plain.text.length <= maxTokens) expect(cut).toEqual(plain);
      }),
      { numRuns: 2000 },
    );
  });

  it("does not count all of a huge text", () => {
    let counted = 0;
    const countTokens = (text: string) => {
      counted += text.length;
      return text.length / 4;
    };
    truncateToTokens("some words\n".repeat(1_000_000), { maxTokens: 1000, countTokens });
    expect(counted).toBeLessThan(200_000);
  });

  it("refuses an invalid budget", () => {
    for (const maxTokens of [0, -1, Number.NaN, 1.5]) {
      expect(() => truncateToTokens("x", { maxTokens, countTokens: byWords })).toThrow(RangeError);
    }
  });
});
