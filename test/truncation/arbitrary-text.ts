import fc from "fast-check";
import type { TextLimits } from "../../src/truncation/index.js";
import { anyCharacter } from "../any-character.js";

const PIECES = [
  "a",
  "b c",
  "\n",
  "\r\n",
  "\r",
  "\n\n",
  "é",
  "漢",
  "😀",
  "\ud83d",
  "\ude00",
  "…",
  "﻿",
  "x".repeat(30),
  "\u0000",
];

/** Text rich in difficult cases: line ends of all kinds, wide characters, lone surrogates, long lines. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((parts) => parts.join("")),
  },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 60 }) },
);

/** Text without lone surrogates: text that bytes can encode. */
export const wellFormedText: fc.Arbitrary<string> = anyText.map((text) =>
  text.replace(/\p{Surrogate}/gu, "�"),
);

const limit = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 200 }));

/** Any valid combination of limits. */
export const anyLimits: fc.Arbitrary<TextLimits> = fc.record(
  {
    maxBytes: limit,
    maxCharacters: limit,
    maxLines: limit,
    maxLineLength: limit,
    keep: fc.constantFrom("head" as const, "tail" as const, "middle" as const),
    truncateAt: fc.constantFrom("line" as const, "character" as const),
  },
  { requiredKeys: [] },
);
