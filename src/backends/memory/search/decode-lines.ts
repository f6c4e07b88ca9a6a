import type { Pace } from "./pace.js";

const NUL = 0;

/** Bytes that are decoded and divided into lines at once: some milliseconds of work. */
const PIECE_BYTES = 1_048_576;

/**
 * Returns the lines of a file for a search: UTF-8, or UTF-16 with a byte order mark. Bytes that do not decode
 * become U+FFFD. Returns `undefined` for a binary file, which contains a NUL byte.
 */
export async function linesForSearch(bytes: Uint8Array, pace: Pace): Promise<TextLines | undefined> {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isUtf16 = isLittle || (first === 0xfe && second === 0xff);
  const decoder = new TextDecoder(isUtf16 ? (isLittle ? "utf-16le" : "utf-16be") : "utf-8");
  const lines = new TextLines();
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    const piece = bytes.subarray(start, start + PIECE_BYTES);
    await pace.spend(piece.length);
    if (!isUtf16 && piece.includes(NUL)) return undefined;
    lines.add(decoder.decode(piece, { stream: true }));
  }
  lines.end(decoder.decode());
  return lines;
}

/** Some consecutive lines. */
interface LineBlock {
  readonly text: string;
  /** Start of the block in the whole text. */
  readonly offset: number;
  readonly firstLine: number;
  /** Start of each line in the block. */
  readonly starts: readonly number[];
}

/** A text divided into lines. Added in pieces, so that no step takes long. */
export class TextLines {
  readonly #blocks: LineBlock[] = [];
  /** The start of a line whose end has not been added. */
  #rest = "";
  #length = 0;
  #count = 0;
  #text: string | undefined;

  /** Adds the next piece of the text. */
  add(piece: string): void {
    const end = piece.lastIndexOf("\n") + 1;
    if (end === 0) {
      this.#rest += piece;
      return;
    }
    this.#addBlock(this.#rest + piece.slice(0, end));
    this.#rest = piece.slice(end);
  }

  /** Adds the last piece. */
  end(piece: string): void {
    this.add(piece);
    if (this.#rest !== "") this.#addBlock(this.#rest);
    this.#rest = "";
  }

  get count(): number {
    return this.#count;
  }

  get length(): number {
    return this.#length;
  }

  /** The whole text; joined at the first use. */
  get text(): string {
    this.#text ??= this.#blocks.map(({ text }) => text).join("");
    return this.#text;
  }

  /** Returns a line without its line break. */
  line(index: number): string {
    const block = this.#blocks[lastAtMost(this.#blocks, index, ({ firstLine }) => firstLine)];
    if (block === undefined) return "";
    const { text, starts, firstLine } = block;
    const end = starts[index - firstLine + 1] ?? text.length;
    const line = text.slice(starts[index - firstLine], text[end - 1] === "\n" ? end - 1 : end);
    return line.endsWith("\r") ? line.slice(0, -1) : line;
  }

  /** Returns the index of the line that contains a position. */
  indexAt(position: number): number {
    const block = this.#blocks[lastAtMost(this.#blocks, position, ({ offset }) => offset)];
    if (block === undefined) return 0;
    return block.firstLine + lastAtMost(block.starts, position - block.offset, (start) => start);
  }

  #addBlock(text: string): void {
    const starts: number[] = [];
    for (let start = 0; start < text.length; ) {
      starts.push(start);
      const end = text.indexOf("\n", start);
      if (end < 0) break;
      start = end + 1;
    }
    this.#blocks.push({ text, offset: this.#length, firstLine: this.#count, starts });
    this.#length += text.length;
    this.#count += starts.length;
  }
}

/** Returns the index of the last item whose number is at most the given one; 0 if there is none. */
function lastAtMost<Item>(items: readonly Item[], number: number, of: (item: Item) => number): number {
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (of(items[middle] as Item) <= number) low = middle;
    else high = middle - 1;
  }
  return low;
}
