import fc from "fast-check";

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;
const LAST_CODE_POINT = 0x10ffff;

/**
 * Any character of Unicode, for `fc.string({ unit: anyCharacter })`.
 *
 * The same strings as with `unit: "binary"`, which makes a map of all 1.1 million characters to find one again, and holds on
 * to it as long as the process lives.
 */
export const anyCharacter = fc.nat(LAST_CODE_POINT - SURROGATES).map(
  (index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES),
  (value) => {
    const codePoint = typeof value === "string" ? value.codePointAt(0) : undefined;
    if (codePoint === undefined || String.fromCodePoint(codePoint) !== value)
      throw new Error("No character.");
    if (codePoint < FIRST_SURROGATE) return codePoint;
    if (codePoint < FIRST_SURROGATE + SURROGATES) throw new Error("Half a character.");
    return codePoint - SURROGATES;
  },
);
