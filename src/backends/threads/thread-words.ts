/** Writing without blanks between words: Han, Kana, Thai, Lao, Khmer, Burmese. */
const UNSPACED =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

const BETWEEN_WORDS = /[\s\p{Z}\p{P}]+/u;

const ASCII_ONLY = /^[\0-\x7f]*$/;

/**
 * The words of a text, for an index as for a query: what stands between blanks and punctuation. Of writing without blanks each
 * two characters next to each other count as a word, so that a part of a sentence is found.
 */
export function wordsOf(text: string): string[] {
  const words = text.split(BETWEEN_WORDS).filter((word) => word !== "");
  return ASCII_ONLY.test(text) ? words : words.flatMap(partsOf);
}

/** Whether a word is a single character of a writing without blanks: what begins with it is meant as well. */
export function isUnspacedCharacter(word: string): boolean {
  return [...word].length === 1 && word.match(UNSPACED) !== null;
}

/** A word in the spelling in which words are compared: small letters without accents. */
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
