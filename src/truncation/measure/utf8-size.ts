/** Returns whether a UTF-16 code unit is the first half of a surrogate pair. */
export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Returns whether a UTF-16 code unit is the second half of a surrogate pair. */
function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Returns whether an index lies between the two halves of a surrogate pair. */
export function splitsPair(text: string, index: number): boolean {
  return (
    index > 0 &&
    index < text.length &&
    isLowSurrogate(text.charCodeAt(index)) &&
    isHighSurrogate(text.charCodeAt(index - 1))
  );
}

/** Code units of a text that are encoded at once to be counted. */
const PIECE_UNITS = 16_384;
// A UTF-16 code unit takes at most this many bytes in UTF-8.
const BYTES_PER_UNIT = 3;

/**
 * Returns the number of bytes of a text in UTF-8; a lone surrogate counts as the 3 bytes of the replacement
 * character.
 */
export function utf8Size(text: string): number {
  return text.length > PIECE_UNITS ? sizeByEncoding(text) : sizeByUnits(text);
}

/** Encoding into a scratch buffer is several times as fast as reading each unit. */
function sizeByEncoding(text: string): number {
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(PIECE_UNITS * BYTES_PER_UNIT);
  let bytes = 0;
  for (let start = 0; start < text.length; ) {
    const limit = Math.min(text.length, start + PIECE_UNITS);
    const end = splitsPair(text, limit) ? limit - 1 : limit;
    bytes += encoder.encodeInto(text.slice(start, end), buffer).written;
    start = end;
  }
  return bytes;
}

function sizeByUnits(text: string): number {
  const length = text.length;
  let bytes = length;
  for (let index = 0; index < length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else {
      bytes += 2;
      // A pair is two units and four bytes: its second half is already counted.
      if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(index + 1))) index += 1;
    }
  }
  return bytes;
}

/**
 * Returns the largest index such that the text before it fits into `maxBytes` of UTF-8 and no pair is split.
 */
export function endWithinBytes(text: string, maxBytes: number): number {
  const length = text.length;
  let bytes = 0;
  let index = 0;
  while (index < length) {
    const unit = text.charCodeAt(index);
    let size = 1;
    let width = 1;
    if (unit >= 0x800) {
      size = 3;
      if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(index + 1))) {
        size = 4;
        width = 2;
      }
    } else if (unit >= 0x80) size = 2;
    bytes += size;
    if (bytes > maxBytes) return index;
    index += width;
  }
  return length;
}

/**
 * Returns the smallest index such that the text from it on fits into `maxBytes` of UTF-8 and no pair is
 * split.
 */
export function startWithinBytes(text: string, maxBytes: number): number {
  let bytes = 0;
  let index = text.length;
  while (index > 0) {
    const unit = text.charCodeAt(index - 1);
    let size = 1;
    let width = 1;
    if (unit >= 0x800) {
      size = 3;
      if (isLowSurrogate(unit) && index > 1 && isHighSurrogate(text.charCodeAt(index - 2))) {
        size = 4;
        width = 2;
      }
    } else if (unit >= 0x80) size = 2;
    bytes += size;
    if (bytes > maxBytes) return index;
    index -= width;
  }
  return 0;
}
