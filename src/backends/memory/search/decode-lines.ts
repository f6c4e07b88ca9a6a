const NUL = 0;

/**
 * The text of a file that is to be searched: UTF-8, or UTF-16 with a byte order mark. Bytes that do not decode become
 * U+FFFD. Nothing for a binary file, which is one with a NUL byte.
 */
export function decodeForSearch(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return bytes.includes(NUL) ? undefined : new TextDecoder().decode(bytes);
}

/** A text cut into lines. */
export class TextLines {
  /** Where each line begins. */
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

  /** A line without its line end. */
  line(index: number): string {
    const end = this.#starts[index + 1] ?? this.text.length;
    const text = this.text.slice(this.#starts[index], this.text[end - 1] === "\n" ? end - 1 : end);
    return text.endsWith("\r") ? text.slice(0, -1) : text;
  }

  /** The line that a position is in. */
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
