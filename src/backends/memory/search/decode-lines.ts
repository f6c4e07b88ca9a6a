const NUL = 0;

/**
 * Returns the text of a file for a search: UTF-8, or UTF-16 with a byte order mark. Bytes that do not decode
 * become U+FFFD. Returns `undefined` for a binary file, which contains a NUL byte.
 */
export function decodeForSearch(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return bytes.includes(NUL) ? undefined : new TextDecoder().decode(bytes);
}

/** A text split into lines. */
export class TextLines {
  /** Start of each line. */
  readonly #starts: number[] = [];

  constructor(readonly text: string) {
    for (let start = 0; start < text.length; ) {
      this.#starts.push(start);
      const end = text.indexOf("\n", start);
      if (end < 0) break;
      start = end + 1;
    }
  }

  get count(): number {
    return this.#starts.length;
  }

  /** Returns a line without its line break. */
  line(index: number): string {
    const end = this.#starts[index + 1] ?? this.text.length;
    const text = this.text.slice(this.#starts[index], this.text[end - 1] === "\n" ? end - 1 : end);
    return text.endsWith("\r") ? text.slice(0, -1) : text;
  }

  /** Returns the index of the line that contains a position. */
  indexAt(position: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
