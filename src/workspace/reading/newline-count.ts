export const NEWLINE = 10;

const NEWLINE_IN_EACH_BYTE = 0x0a0a0a0a;
const LOW_BITS = 0x7f7f7f7f;
const EVERY_OTHER_BYTE = 0x00ff00ff;
const MAX_IN_A_BYTE = 255;

/**
 * Counts line feeds, four bytes at a time: this loop is what skipping to line two million of a big file costs.
 */
export function countNewlines(bytes: Uint8Array): number {
  const head = (4 - (bytes.byteOffset % 4)) % 4;
  if (bytes.byteLength < head + 4) return countOneByOne(bytes, 0, bytes.byteLength);
  const wordCount = (bytes.byteLength - head) >> 2;
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + head, wordCount);
  let total = countOneByOne(bytes, 0, head);
  let index = 0;
  while (index < wordCount) {
    // A count in each byte of a word; after so many words one of them could overflow.
    const end = Math.min(index + MAX_IN_A_BYTE, wordCount);
    let counts = 0;
    for (; index < end; index += 1) {
      const word = (words[index] as number) ^ NEWLINE_IN_EACH_BYTE;
      // The top bit of each byte that is zero, and of no other.
      counts = (counts + (~(((word & LOW_BITS) + LOW_BITS) | word | LOW_BITS) >>> 7)) | 0;
    }
    const pairs = (counts & EVERY_OTHER_BYTE) + ((counts >>> 8) & EVERY_OTHER_BYTE);
    total += (pairs & 0xffff) + (pairs >>> 16);
  }
  return total + countOneByOne(bytes, head + wordCount * 4, bytes.byteLength);
}

function countOneByOne(bytes: Uint8Array, from: number, to: number): number {
  let total = 0;
  for (let index = from; index < to; index += 1) {
    if (bytes[index] === NEWLINE) total += 1;
  }
  return total;
}
