import type { ThreadEntry } from "../../contract/index.js";

/** UTF-16 code units on each side of what was found. */
const AROUND_CHARACTERS = 120;

/** Excerpts of one thread. */
const MAX_EXCERPTS = 3;

/** A text to look into, and the words that were found in it. */
export interface FoundText {
  readonly role: ThreadEntry["role"];
  readonly text: string;
  /** Lower case. */
  readonly words: readonly string[];
}

/** Pieces of texts around the words that were found in them: one of each text, where most of them stand close together. */
export function excerptsOf(found: Iterable<FoundText>): readonly string[] {
  const excerpts = new Set<string>();
  for (const { role, text, words } of found) {
    const excerpt = excerptOf(text, words);
    if (excerpt !== undefined) excerpts.add(`${role}: ${excerpt}`);
    if (excerpts.size === MAX_EXCERPTS) break;
  }
  return [...excerpts];
}

function excerptOf(text: string, words: readonly string[]): string | undefined {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place !== -1);
  if (places.length === 0) return undefined;
  const near = (place: number) =>
    places.filter((other) => Math.abs(other - place) <= AROUND_CHARACTERS).length;
  const best = places.reduce((left, right) => (near(right) > near(left) ? right : left));
  const start = Math.max(0, best - AROUND_CHARACTERS);
  const end = Math.min(text.length, best + AROUND_CHARACTERS);
  const piece = text
    .slice(start, end)
    // A pair of surrogates may have lost its half.
    .replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return `${start > 0 ? "…" : ""}${piece}${end < text.length ? "…" : ""}`;
}
