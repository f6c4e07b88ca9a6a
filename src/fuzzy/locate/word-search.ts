import { isWordCode } from "../text/index.js";

/** Maximum occurrences inside longer words that are skipped before a word counts as present. */
const MAX_PASSED_OVER = 2_000;

/** Returns whether a text contains a word as a whole word. */
export function wordOccursIn(text: string, word: string): boolean {
  return findWord(text, word, 0) >= 0;
}

/**
 * Returns the offset of a whole word at or after an offset, or -1. After too many partial matches, returns
 * the current one.
 */
function findWord(text: string, word: string, from: number): number {
  if (word === "") return -1;
  let passed = 0;
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = at > 0 && isWordCode(text.charCodeAt(at - 1));
    const after = at + word.length < text.length && isWordCode(text.charCodeAt(at + word.length));
    if ((!before && !after) || ++passed > MAX_PASSED_OVER) return at;
  }
  return -1;
}

/** Maximum number of needle words that are searched if no line is common. */
const MAX_PROBED_WORDS = 8;

/** Maximum number of occurrences of one word. */
const MAX_WORD_PLACES = 40;

/** Maximum distance between neighbouring words. */
const NEIGHBOURHOOD = 400;

/** Returns the offset in a text where most of a needle's long words occur close together, or `undefined`. */
export function findWordPlaces(text: string, needle: string): number | undefined {
  const words = [...new Set(needle.slice(0, 20_000).match(/[\p{L}_$][\p{L}\p{N}_$]{3,}/gu) ?? [])]
    .sort((one, other) => other.length - one.length)
    .slice(0, MAX_PROBED_WORDS);
  const places: { at: number; word: number; weight: number }[] = [];
  words.forEach((word, order) => {
    const found: number[] = [];
    for (
      let at = text.indexOf(word);
      at >= 0 && found.length <= MAX_WORD_PLACES;
      at = text.indexOf(word, at + word.length)
    ) {
      found.push(at);
    }
    for (const at of found) places.push({ at, word: order, weight: word.length / found.length });
  });
  places.sort((one, other) => one.at - other.at);
  let best: number | undefined;
  let bestWeight = 0;
  for (const [from, place] of places.entries()) {
    const seen = new Set<number>();
    let weight = 0;
    for (let to = from; to < places.length; to++) {
      const other = places[to] as { at: number; word: number; weight: number };
      if (other.at - place.at > NEIGHBOURHOOD) break;
      if (seen.has(other.word)) continue;
      seen.add(other.word);
      weight += other.weight;
    }
    if (weight > bestWeight) {
      bestWeight = weight;
      best = place.at;
    }
  }
  return best;
}
