/** Line feeds whose positions are kept; they take at most 8 MB. */
const MAX_LINE_FEEDS = 1_000_000;

const BACKSLASH = 92;
const QUOTE = 34;
const LETTER_N = 110;
const LETTER_U = 117;
const LINE_FEED = 10;

/** Characters of `\u00ff` after the `u`. */
const HEX_DIGITS = 4;

/** Characters of base64 that encode whole bytes. */
const BASE64_GROUP = 4;

/**
 * The positions of the line feeds in a text of a record, read from the JSON piece by piece. Only the first
 * {@link MAX_LINE_FEEDS} are known.
 */
export class LineFeeds {
  readonly #positions: number[] = [];
  readonly #form: string;
  /** Bytes of the text that were read. */
  #length = 0;
  #isOver = false;
  /** Characters of an escape that are still to be read. */
  #escaped: "backslash" | number = 0;
  #rest = "";

  /** @param form - `text` for a JSON string, `bytes` for base64 */
  constructor(form: string) {
    this.#form = form;
  }

  /** Reads the next bytes of the string, up to its closing quote. */
  add(bytes: Buffer): void {
    if (this.#isOver || this.#positions.length === MAX_LINE_FEEDS) return;
    if (this.#form === "text") this.#addText(bytes);
    else this.#addBase64(bytes);
  }

  /** Returns the number of line feeds before a position; `undefined` if it is after the known ones. */
  before(position: number): number | undefined {
    let low = 0;
    let high = this.#positions.length;
    if (high === MAX_LINE_FEEDS && position > (this.#positions[high - 1] as number)) return undefined;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#positions[middle] as number) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #addText(bytes: Buffer): void {
    for (const byte of bytes) {
      if (this.#escaped === "backslash") {
        if (byte === LETTER_N) this.#found(this.#length);
        this.#length += 1;
        this.#escaped = byte === LETTER_U ? HEX_DIGITS : 0;
      } else if (this.#escaped > 0) this.#escaped -= 1;
      else if (byte === BACKSLASH) this.#escaped = "backslash";
      else if (byte === QUOTE) {
        this.#isOver = true;
        return;
      } else this.#length += 1;
    }
  }

  #addBase64(bytes: Buffer): void {
    const end = bytes.indexOf(QUOTE);
    this.#isOver = end >= 0;
    const encoded = this.#rest + bytes.toString("latin1", 0, end >= 0 ? end : bytes.length);
    const whole = encoded.length - (encoded.length % BASE64_GROUP);
    this.#rest = encoded.slice(whole);
    const decoded = Buffer.from(encoded.slice(0, whole), "base64");
    for (let at = decoded.indexOf(LINE_FEED); at >= 0; at = decoded.indexOf(LINE_FEED, at + 1))
      this.#found(this.#length + at);
    this.#length += decoded.length;
  }

  #found(position: number): void {
    if (this.#positions.length < MAX_LINE_FEEDS) this.#positions.push(position);
  }
}
