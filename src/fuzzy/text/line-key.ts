import { characterClass, DIGIT_CLASS, foldText, isInvisible, LETTER_CLASS } from "./characters.js";

/**
 * Returns a line as the key matchers compare it: trimmed, runs of blanks as one space, look-alikes folded,
 * NFC.
 */
export function collapsedKey(line: string): string {
  return foldText(line).trim().replace(/\s+/g, " ");
}

/** Returns a line without blanks, folded, for comparison when only white space may differ. */
export function squeezedKey(line: string): string {
  return foldText(line).replace(/\s+/g, "");
}

/**
 * Returns whether two lines with the same squeezed key also have the same words, so that no blank joins or
 * splits one (`return x` is not `returnx`).
 */
export function haveSameWords(one: string, other: string): boolean {
  const first = wordsOf(one);
  const second = wordsOf(other);
  return first.length === second.length && first.every((word, index) => word === second[index]);
}

const WORD = /[\p{L}\p{N}_$]+/gu;

/** Returns the words of a line in order: runs of letters, digits, `_` and `$`. */
export function wordsOf(line: string): string[] {
  return foldText(line).match(WORD) ?? [];
}

/** One token of a line: a word or a single mark, with the blanks before it. */
export interface Token {
  readonly text: string;
  readonly gap: string;
  /** Offset of `text` in the line. */
  readonly start: number;
  readonly isWord: boolean;
}

/** Splits a line into words and single marks. `trailing` blanks do not belong to any token. */
export function tokenize(line: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  while (position < line.length) {
    const gapStart = position;
    while (position < line.length && characterClass(line.charCodeAt(position)) === 0) position++;
    if (position >= line.length) break;
    const start = position;
    const isWord = isWordAt(line, position);
    position++;
    if (isWord) position = wordEnd(line, position);
    // A surrogate pair outside the letters (an emoji) is one mark.
    else if ((line.charCodeAt(start) & 0xfc00) === 0xd800 && position < line.length) position++;
    tokens.push({ text: line.slice(start, position), gap: line.slice(gapStart, start), start, isWord });
  }
  return tokens;
}

/** Returns the end of a word; a character without width between two of its letters belongs to it. */
function wordEnd(line: string, from: number): number {
  let end = from;
  for (let position = from; position < line.length; position++) {
    if (isWordAt(line, position)) end = position + 1;
    else if (!isInvisible(line.charCodeAt(position))) break;
  }
  return end;
}

function isWordAt(line: string, position: number): boolean {
  const found = characterClass(line.charCodeAt(position));
  return found === LETTER_CLASS || found === DIGIT_CLASS;
}
