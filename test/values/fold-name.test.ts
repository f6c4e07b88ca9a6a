import { describe, expect, it } from "vitest";
import { foldLetterCase, foldName } from "../../src/values/index.js";

describe("foldName", () => {
  it.each([
    ["A.TXT", "a.txt"],
    ["\u00c9t\u00e9.md", "e\u0301te\u0301.md"],
    ["E\u0301.md", "\u00e9.md"],
    ["\u1e9e", "\u00df"],
    ["STRASSE", "stra\u00dfe"],
    ["\u017fecret", "secret"],
    ["\u212a", "k"],
    ["\u03a3", "\u03c2"],
  ])("returns one form for %j and %j", (one, other) => {
    expect(foldName(one)).toBe(foldName(other));
  });

  it("returns different forms for different names, and the same form for a form", () => {
    for (const [one, other] of [
      ["a", "b"],
      ["e", "\u00e9"],
      ["a.txt", "a.txt."],
    ] as const)
      expect(foldName(one)).not.toBe(foldName(other));
    for (const name of ["\u00c9.TXT", "\u1e9e", "\u0130"])
      expect(foldName(foldName(name))).toBe(foldName(name));
  });
});

describe("foldLetterCase", () => {
  it.each([
    ["A.TXT", "a.txt"],
    ["\u00c9t\u00e9.md", "e\u0301te\u0301.md"],
    ["STRA\u00dfE", "stra\u00dfe"],
    ["H\u0331", "\u1e96"],
    ["\u{10400}", "\u{10428}"],
  ])("returns one form for %j and %j, which differ in letter case", (one, other) => {
    expect(foldLetterCase(one)).toBe(foldLetterCase(other));
  });

  it.each([
    ["strasse", "stra\u00dfe"],
    ["secret", "\u017fecret"],
    ["file", "\ufb01le"],
    ["i\u0307", "\u0130"],
    ["\u03c3", "\u03c2"],
  ])("returns different forms for %j and %j, which a volume may keep apart", (one, other) => {
    expect(foldLetterCase(one)).not.toBe(foldLetterCase(other));
    expect(foldLetterCase(foldLetterCase(other))).toBe(foldLetterCase(other));
  });
});
