/** Scripts without blanks between words: Han, Kana, Thai, Lao, Khmer, Burmese. */
const UNSPACED =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

const BETWEEN_WORDS = /[\s\p{Z}\p{P}]+/u;

const ASCII_ONLY = /^[\0-\x7f]*$/;

/**
 * Returns the words of a text, for an index and for a query: the parts between blanks and punctuation. In
 * scripts without blanks, every two adjacent characters count as a word, so that a part of a sentence is
 * found.
 */
export function wordsOf(text: string): string[] {
  const words = text.split(BETWEEN_WORDS).filter((word) => word !== "");
  return ASCII_ONLY.test(text) ? words : words.flatMap(partsOf);
}

/**
 * Returns whether a word is a single character of a script without blanks, which also finds words starting
 * with it.
 */
export function isUnspacedCharacter(word: string): boolean {
  return [...word].length === 1 && word.match(UNSPACED) !== null;
}

/** Returns a word in the form used for comparison: lower case without accents. */
export function foldedWord(word: string): string {
  const small = word.toLowerCase();
  if (ASCII_ONLY.test(small)) return small;
  const latin = small.normalize("NFD").replace(/(?<=\p{Script=Latin})\p{M}+/gu, "");
  return latin.normalize("NFC").replaceAll("ß", "ss");
}

function partsOf(word: string): readonly string[] {
  const parts: string[] = [];
  let at = 0;
  for (const { 0: run, index } of word.matchAll(UNSPACED)) {
    if (index > at) parts.push(word.slice(at, index));
    const characters = [...run];
    if (characters.length === 1) parts.push(run);
    for (let each = 0; each + 1 < characters.length; each += 1) {
      parts.push(`${characters[each]}${characters[each + 1]}`);
    }
    at = index + run.length;
  }
  if (at < word.length) parts.push(word.slice(at));
  return parts;
}
