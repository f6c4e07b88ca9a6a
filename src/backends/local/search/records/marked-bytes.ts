/** Bytes of text kept of a record that is too large. */
const KEPT_TEXT_BYTES = 65_536;

/** Bytes of the longest text that the pattern of a mark matches, the mark included. */
const LONGEST_NUMBERS = 80;

/** The bytes before a mark, and what follows the mark. */
export interface MarkedRead {
  /** The first {@link KEPT_TEXT_BYTES} bytes before the mark. */
  readonly head: Buffer;
  readonly numbers: readonly [first: number, second: number];
  /** The bytes after the numbers. */
  readonly rest: Buffer;
}

/** Options of the reader of marked bytes. */
export interface MarkedBytesOptions {
  readonly mark: Buffer;
  /** The mark and two numbers, at most {@link LONGEST_NUMBERS} bytes. */
  readonly numbers: RegExp;
  /** Called with all bytes before the mark, in order. */
  readonly onBytes?: ((bytes: Buffer) => void) | undefined;
}

/** A reader of bytes up to a mark and the two numbers after it, which keeps only the first bytes. */
export class MarkedBytes {
  #head: Buffer = Buffer.alloc(0);
  /** The last bytes, where the mark or the numbers may be split. */
  #tail: Buffer = Buffer.alloc(0);

  constructor(private readonly options: MarkedBytesOptions) {}

  /** Reads the next bytes; returns `undefined` until the mark and its numbers are complete. */
  add(bytes: Buffer): MarkedRead | undefined {
    const searched = this.#tail.length === 0 ? bytes : Buffer.concat([this.#tail, bytes]);
    const found = searched.indexOf(this.options.mark);
    const numbers =
      found < 0
        ? null
        : this.options.numbers.exec(searched.toString("latin1", found, found + LONGEST_NUMBERS));
    if (numbers === null) {
      const end = found >= 0 ? found : Math.max(0, searched.length - LONGEST_NUMBERS);
      this.#pass(searched.subarray(0, end));
      this.#tail = searched.subarray(end);
      return undefined;
    }
    this.#pass(searched.subarray(0, found));
    return {
      head: this.#head,
      numbers: [Number(numbers[1]), Number(numbers[2])],
      rest: searched.subarray(found + numbers[0].length),
    };
  }

  #pass(bytes: Buffer): void {
    const room = KEPT_TEXT_BYTES - this.#head.length;
    if (room > 0 && bytes.length > 0) {
      const kept = bytes.subarray(0, room);
      this.#head = this.#head.length === 0 ? kept : Buffer.concat([this.#head, kept]);
    }
    this.options.onBytes?.(bytes);
  }
}
