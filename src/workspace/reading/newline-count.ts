export const NEWLINE = 10;

const NEWLINE_IN_EACH_BYTE = 0x0a0a0a0a;
const LOW_BITS = 0x7f7f7f7f;
const EVERY_OTHER_BYTE = 0x00ff00ff;
const MAX_IN_A_BYTE = 255;

/**
 * Counts line feeds, four bytes at a time: this loop determines the time to skip to line two million of a large file.
 */
export function countNewlines(bytes: Uint8Array): number {
  return newlineCounter(bytes)(0, bytes.byteLength);
}

/** Returns a function that counts the line feeds in ranges of the same bytes. */
export function newlineCounter(bytes: Uint8Array): (from: number, to: number) => number {
  const head = (4 - (bytes.byteOffset % 4)) % 4;
  const wordCount = Math.max(0, bytes.byteLength - head) >> 2;
  if (wordCount === 0) return (from, to) => countOneByOne(bytes, from, to);
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + head, wordCount);
  return (from, to) => {
    const firstWord = Math.max(0, Math.ceil((from - head) / 4));
    const endWord = Math.max(firstWord, Math.floor((to - head) / 4));
    const firstByte = head + firstWord * 4;
    if (firstByte >= to) return countOneByOne(bytes, from, to);
    return (
      countOneByOne(bytes, from, firstByte) +
      countInWords(words, firstWord, endWord) +
      countOneByOne(bytes, head + endWord * 4, to)
    );
  };
}

function countInWords(words: Int32Array, from: number, to: number): number {
  let total = 0;
  let index = from;
  while (index < to) {
    // Each byte of a word holds one counter; after this many words a counter could overflow.
    const end = Math.min(index + MAX_IN_A_BYTE, to);
    let counts = 0;
    for (; index < end; index += 1) {
      const word = (words[index] as number) ^ NEWLINE_IN_EACH_BYTE;
      // Sets the top bit of each byte that is zero, and of no other.
      counts = (counts + (~(((word & LOW_BITS) + LOW_BITS) | word | LOW_BITS) >>> 7)) | 0;
    }
    const pairs = (counts & EVERY_OTHER_BYTE) + ((counts >>> 8) & EVERY_OTHER_BYTE);
    total += (pairs & 0xffff) + (pairs >>> 16);
  }
  return total;
}

function countOneByOne(bytes: Uint8Array, from: number, to: number): number {
  let total = 0;
  for (let index = from; index < to; index += 1) {
    if (bytes[index] === NEWLINE) total += 1;
  }
  return total;
}
