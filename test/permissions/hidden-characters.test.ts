import { describe, expect, it } from "vitest";
import { hasHiddenCharacters, showHiddenCharacters } from "../../src/permissions/index.js";

describe("hasHiddenCharacters and showHiddenCharacters", () => {
  it.each<[string, string]>([
    ["\u001b[2J", "\\u{1b}[2J"],
    ["a\rb", "a\\u{d}b"],
    ["\u0000", "\\u{0}"],
    ["\u202ea", "\\u{202e}a"],
    ["\u200b", "\\u{200b}"],
    ["\u2028", "\\u{2028}"],
    ["\ufeff", "\\u{feff}"],
    ["\u{e0041}", "\\u{e0041}"],
    ["\ud800", "\\u{d800}"],
    ["\u3164", "\\u{3164}"],
    ["\ue000", "\\u{e000}"],
  ])("find and show hidden characters: %j", (text, shown) => {
    expect(hasHiddenCharacters({ deep: [text] })).toBe(true);
    expect(hasHiddenCharacters({ [text]: 1 })).toBe(true);
    expect(showHiddenCharacters(text)).toBe(shown);
  });

  it.each(["", "a b\n\tc", "größe", "日本語", "👍", "é", "\u00a0"])(
    "hidden characters are not seen where there are none: %j",
    (text) => {
      expect(hasHiddenCharacters(text)).toBe(false);
      expect(showHiddenCharacters(text)).toBe(text);
    },
  );

  it("report a value that is nested too deeply as hiding something", () => {
    let value: unknown = "x";
    for (let depth = 0; depth < 100; depth += 1) value = [value];
    expect(hasHiddenCharacters(value)).toBe(true);
    expect(hasHiddenCharacters(1)).toBe(false);
    expect(hasHiddenCharacters(null)).toBe(false);
  });
});
