import { FNV_OFFSET, FNV_PRIME } from "../../text/index.js";
import { asciiClass, BLANK_CLASS, DIGIT_CLASS, foldText, LETTER_CLASS } from "./characters.js";

const HASH_SEED = FNV_OFFSET | 0;

/**
 * The positions and hashes of the lines of a text, found in one pass.
 *
 * Blank lines are only counted; each other ("solid") line has two numbers: `keyHash` of its characters
 * without blanks and with look-alikes folded, and `shapeHash`, in which all words are equal. Equal hashes are
 * a hint; compare the lines themselves before acting on one.
 */
export interface LineIndex {
  readonly text: string;
  readonly lineCount: number;
  /**
   * Offset of each line; the byte order mark does not belong to the first. One more entry than lines, for the
   * end.
   */
  readonly starts: Int32Array;
  /** Line numbers (from 0) of the solid lines. */
  readonly solid: Int32Array;
  readonly solidCount: number;
  readonly keyHash: Int32Array;
  readonly shapeHash: Int32Array;
}

class Column {
  values: Int32Array;
  length = 0;
  constructor(capacity: number) {
    this.values = new Int32Array(capacity);
  }
  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new Int32Array(this.values.length * 2);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.length++] = value;
  }
}

/** Indexes a text in linear time and memory (about 12 bytes a line and 12 more a solid line). */
export function indexLines(text: string): LineIndex {
  const capacity = Math.max(16, text.length >> 5);
  const starts = new Column(capacity);
  const solid = new Column(capacity);
  const keys = new Column(capacity);
  const shapes = new Column(capacity);
  let position = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const hashes: LineHashes = { key: 0, shape: 0, isSolid: false };
  while (position < text.length) {
    starts.push(position);
    let key = HASH_SEED;
    let shape = HASH_SEED;
    let isSolid = false;
    let inWord = false;
    let code = 0;
    for (; position < text.length; position++) {
      code = text.charCodeAt(position);
      if (code === 10) break;
      let kind = LETTER_CLASS;
      if (code < 128) kind = asciiClass(code);
      else if (!isPlainLetter(code)) break;
      if (kind === BLANK_CLASS) {
        inWord = false;
        continue;
      }
      isSolid = true;
      key = Math.imul(key ^ code, FNV_PRIME);
      if (kind === LETTER_CLASS) {
        if (!inWord) shape = Math.imul(shape ^ 1, FNV_PRIME);
        inWord = true;
      } else if (kind !== DIGIT_CLASS || !inWord) {
        shape = Math.imul(shape ^ code, FNV_PRIME);
        inWord = false;
      }
    }
    if (position < text.length && code !== 10) {
      const start = starts.values[starts.length - 1] as number;
      const newline = text.indexOf("\n", position);
      position = newline < 0 ? text.length : newline;
      hashLine(text.slice(start, position), hashes);
      ({ key, shape, isSolid } = hashes);
    }
    if (isSolid) {
      solid.push(starts.length - 1);
      keys.push(key);
      shapes.push(shape);
    }
    position++;
  }
  const lineCount = starts.length;
  starts.push(text.length);
  return {
    text,
    lineCount,
    starts: starts.values,
    solid: solid.values,
    solidCount: solid.length,
    keyHash: keys.values,
    shapeHash: shapes.values,
  };
}

/**
 * Returns whether folding leaves a letter unchanged, so that a text in Cyrillic or Chinese is indexed in the
 * same pass. Any other character beyond ASCII (a combining mark, a look-alike) requires the slow method for
 * its line.
 */
function isPlainLetter(code: number): boolean {
  return (
    (code >= 0xc0 && code <= 0x24f) ||
    (code >= 0x400 && code <= 0x481) ||
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x30a1 && code <= 0x30fa) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xd800 && code <= 0xdfff)
  );
}

interface LineHashes {
  key: number;
  shape: number;
  isSolid: boolean;
}

/** Returns the hashes of one line with the slow method, which also handles characters beyond ASCII. */
export function hashLine(line: string, into: LineHashes = { key: 0, shape: 0, isSolid: false }): LineHashes {
  const folded = foldText(line);
  into.key = HASH_SEED;
  into.shape = HASH_SEED;
  into.isSolid = false;
  let inWord = false;
  for (let position = 0; position < folded.length; position++) {
    const code = folded.charCodeAt(position);
    const kind = code > 127 ? LETTER_CLASS : asciiClass(code);
    if (kind === BLANK_CLASS) {
      inWord = false;
      continue;
    }
    into.isSolid = true;
    into.key = Math.imul(into.key ^ code, FNV_PRIME);
    if (kind === LETTER_CLASS) {
      if (!inWord) into.shape = Math.imul(into.shape ^ 1, FNV_PRIME);
      inWord = true;
    } else if (kind !== DIGIT_CLASS || !inWord) {
      into.shape = Math.imul(into.shape ^ code, FNV_PRIME);
      inWord = false;
    }
  }
  return into;
}

/** Returns the offset after the last character of a line, without its line end. */
export function lineEnd(index: LineIndex, line: number): number {
  const { text, starts } = index;
  let end = starts[line + 1] as number;
  if (end > 0 && text.charCodeAt(end - 1) === 10) end--;
  else return end;
  const start = starts[line] as number;
  if (end > start && text.charCodeAt(end - 1) === 13) end--;
  return end;
}

/** Returns the characters of a line without its line end. */
export function lineText(index: LineIndex, line: number): string {
  return index.text.slice(index.starts[line] as number, lineEnd(index, line));
}

/** Returns the line (from 0) that contains an offset. */
export function lineAt(index: LineIndex, offset: number): number {
  let low = 0;
  let high = index.lineCount - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((index.starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}
