import type { ThreadEntry } from "../../contract/index.js";
import { foldedWord } from "./thread-words.js";

/** UTF-16 code units on each side of a found word. */
const AROUND_CHARACTERS = 120;

/** Largest number of excerpts of one thread. */
const MAX_EXCERPTS = 3;

/** A text, with the words that were found in it. */
export interface FoundText {
  readonly role: ThreadEntry["role"];
  readonly text: string;
  /** Words in the form of the index: lower case, without accents. */
  readonly words: readonly string[];
}

/** Returns excerpts around the found words: one of each text, where most of them are close together. */
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
  const positions = positionsOf(text, words);
  if (positions.length === 0) return undefined;
  const near = (position: number) =>
    positions.filter((other) => Math.abs(other - position) <= AROUND_CHARACTERS).length;
  const best = positions.reduce((left, right) => (near(right) > near(left) ? right : left));
  const start = Math.max(0, best - AROUND_CHARACTERS);
  const end = Math.min(text.length, best + AROUND_CHARACTERS);
  const piece = text
    .slice(start, end)
    // A surrogate pair may have been split.
    .replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return `${start > 0 ? "…" : ""}${piece}${end < text.length ? "…" : ""}`;
}

/** Returns the positions of words in a text; for a word with accents, the position of its accented form. */
function positionsOf(text: string, words: readonly string[]): readonly number[] {
  const lower = text.toLowerCase();
  const positions = words.map((word) => lower.indexOf(word)).filter((position) => position !== -1);
  if (positions.length > 0) return positions;
  const wanted = new Set(words);
  for (const { 0: word, index } of text.matchAll(/[^\s\p{Z}\p{P}]+/gu)) {
    if (wanted.has(foldedWord(word))) return [index];
  }
  return [];
}

/** Returns how many of the words, folded as in the index, a text contains. */
export function countHeld(text: string, words: readonly string[]): number {
  return positionsOf(text, words).length;
}
