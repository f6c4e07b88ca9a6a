import { describe, expect, it } from "vitest";
import { boundaryBefore, ellipsized, fnv1a, HIDDEN_CHARACTER, startOfText } from "../../src/text/index.js";

describe("fnv1a", () => {
  // Test vectors of the authors, for texts of one byte per code unit.
  it.each([
    ["", 0x811c9dc5],
    ["a", 0xe40c292c],
    ["foobar", 0xbf9cf968],
  ])("returns the published hash of %j", (text, hash) => expect(fnv1a(text)).toBe(hash));
});

describe("startOfText", () => {
  it.each([
    ["abc", 3, "abc"],
    ["abc", 2, "ab"],
    ["a😀b", 2, "a"],
    ["a😀b", 3, "a😀"],
    ["abc", 0, ""],
    ["😀", 1, ""],
  ])("keeps whole characters of %j in %i code units", (text, length, start) => {
    expect(startOfText(text, length)).toBe(start);
  });
});

describe("ellipsized", () => {
  it.each([
    ["abc", 3, "abc"],
    ["abcd", 3, "ab…"],
    ["a😀b", 3, "a…"],
    ["abcd", 1, "…"],
    ["abcd", 0, "…"],
  ])("shortens %j to %i code units with an ellipsis", (text, length, shortened) => {
    expect(ellipsized(text, length)).toBe(shortened);
  });
});

describe("boundaryBefore", () => {
  it("moves an index out of a surrogate pair", () => {
    expect([0, 1, 2, 3, 9].map((index) => boundaryBefore("a😀", index))).toEqual([0, 1, 1, 3, 3]);
  });
});

describe("HIDDEN_CHARACTER", () => {
  it.each(["\u200b", "\u202e", "\u0007", "\ue000", "\ud800", "\u2028", "\u3164", "\u{e0041}"])(
    "matches the hidden character %j",
    (character) => expect(HIDDEN_CHARACTER.test(character)).toBe(true),
  );

  it.each(["a", "é", "😀", " ", "中", "ا"])("leaves the visible character %j", (character) => {
    expect(HIDDEN_CHARACTER.test(character)).toBe(false);
  });
});
