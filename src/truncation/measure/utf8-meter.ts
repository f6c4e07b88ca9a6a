const REPLACEMENT_BYTES = 3;

/** Measures the text that a stream of bytes decodes to, without decoding it. */
export interface Utf8Meter {
  add(bytes: Uint8Array): void;
  /** Ends the stream: an incomplete character counts as a replacement character. */
  finish(): void;
  /** UTF-8 bytes of the decoded text so far; more than were read if bytes were invalid. */
  readonly bytes: number;
  /** Line ends so far. */
  readonly newlines: number;
  /** Whether the last byte was a line end. */
  readonly endsWithNewline: boolean;
}

/**
 * Creates a meter that agrees with `TextDecoder`: one replacement character for each longest valid prefix of
 * an invalid character, as the Encoding Standard requires.
 */
export function createUtf8Meter(): Utf8Meter {
  let bytes = 0;
  let newlines = 0;
  let endsWithNewline = false;
  // The incomplete character of the last chunk: remaining bytes, bytes read, and the valid range of the next
  // byte.
  let missing = 0;
  let read = 0;
  let lower = 0x80;
  let upper = 0xbf;

  function addBytes(chunk: Uint8Array, start: number, stop: number): void {
    for (let index = start; index < stop; index += 1) {
      const byte = chunk[index] as number;
      if (missing > 0) {
        if (byte >= lower && byte <= upper) {
          lower = 0x80;
          upper = 0xbf;
          missing -= 1;
          read += 1;
          if (missing === 0) bytes += read;
          continue;
        }
        bytes += REPLACEMENT_BYTES;
        missing = 0;
      }
      if (byte < 0x80) {
        bytes += 1;
        if (byte === 0x0a) newlines += 1;
      } else if (byte < 0xc2 || byte > 0xf4) bytes += REPLACEMENT_BYTES;
      else {
        // Overlong forms, surrogates and code points beyond Unicode are invalid from the second byte on.
        lower = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80;
        upper = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf;
        missing = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
        read = 1;
      }
    }
  }

  return {
    get bytes() {
      return bytes;
    },
    get newlines() {
      return newlines;
    },
    get endsWithNewline() {
      return endsWithNewline;
    },
    add(chunk) {
      const length = chunk.length;
      if (length === 0) return;
      endsWithNewline = chunk[length - 1] === 0x0a;
      const lead = -chunk.byteOffset & 3;
      if (length < lead + 4) {
        addBytes(chunk, 0, length);
        return;
      }
      const words = new Int32Array(chunk.buffer, chunk.byteOffset + lead, (length - lead) >> 2);
      addBytes(chunk, 0, lead);
      let word = 0;
      while (word < words.length) {
        if (missing === 0) {
          const run = asciiRun(words, word);
          newlines += run.newlines;
          bytes += (run.end - word) * 4;
          word = run.end;
        }
        // Non-ASCII text seldom returns to ASCII for long: a check every few words is enough.
        const stop = Math.min(words.length, word + 8);
        addBytes(chunk, lead + word * 4, lead + stop * 4);
        word = stop;
      }
      addBytes(chunk, lead + words.length * 4, length);
    },
    finish() {
      if (missing > 0) bytes += REPLACEMENT_BYTES;
      missing = 0;
    },
  };
}

/** The end of the ASCII words, and the number of line ends before it. */
interface AsciiRun {
  readonly end: number;
  readonly newlines: number;
}

/**
 * Reads four bytes at a time while they are ASCII, which nearly all output is, and four words at a time in
 * longer runs: this determines the cost of large outputs.
 */
function asciiRun(words: Int32Array, first: number): AsciiRun {
  let index = first;
  let newlines = 0;
  for (const last = words.length - 3; index < last; index += 4) {
    const one = words[index] as number;
    const two = words[index + 1] as number;
    const three = words[index + 2] as number;
    const four = words[index + 3] as number;
    if (((one | two | three | four) & 0x80808080) !== 0) break;
    newlines += sumOfBytes(lineEnds(one) + lineEnds(two) + lineEnds(three) + lineEnds(four));
  }
  for (; index < words.length; index += 1) {
    const word = words[index] as number;
    if ((word & 0x80808080) !== 0) break;
    newlines += sumOfBytes(lineEnds(word));
  }
  return { end: index, newlines };
}

/** Returns a word with 1 in each byte that was a line end; the bytes are ASCII. */
function lineEnds(word: number): number {
  // All bytes are below 0x80: after the XOR a byte is 0 exactly where a line end was, and adding 0x7f sets
  // the high bit of every other byte without a carry.
  return (~((word ^ 0x0a0a0a0a) + 0x7f7f7f7f) & 0x80808080) >>> 7;
}

function sumOfBytes(word: number): number {
  return word === 0 ? 0 : Math.imul(word, 0x01010101) >>> 24;
}
