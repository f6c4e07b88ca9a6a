import fc from "fast-check";
import { expect, it } from "vitest";
import { utf8Size } from "../../../src/truncation/measure/utf8-size.js";

it("returns the encoded size of a text of any length", () => {
  const piece = fc.constantFrom(
    "a",
    "é",
    "漢",
    "😀",
    "\ud83d",
    "\ude00",
    "x".repeat(16_383),
    "y".repeat(40_000),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      expect(utf8Size(text)).toBe(new TextEncoder().encode(text).length);
    }),
  );
});
