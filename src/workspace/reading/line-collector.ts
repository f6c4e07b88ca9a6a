import type { LineWindowRequest } from "../../contract/index.js";
import { joinBytes } from "../../values/index.js";
import { skipLines } from "./line-skipper.js";
import { countNewlines, NEWLINE } from "./newline-count.js";

/** A contiguous range of a file's bytes. */
export interface ByteRun {
  readonly position: number;
  readonly bytes: Uint8Array;
}

/**
 * Bytes of a single line that are skipped to find its end, once the line is longer than may be shown. A file can be one
 * line of a terabyte.
 */
const MAX_LINE_SCAN_BYTES = 8_388_608;

const CARRIAGE_RETURN = 13;
// The longest UTF-8 character, and the CR of a line end, beyond the limit of a line.
const SPARE_BYTES = 4;

/** Decodes whole lines only, so it has no state between lines and can be shared. */
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

const STRICT_DECODER = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

function isUtf8(bytes: Uint8Array): boolean {
  try {
    STRICT_DECODER.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Collects a window of lines from a stream of UTF-8 bytes, and holds no more of it than the window. */
export class LineCollector {
  readonly lines: string[] = [];
  readonly truncatedLines: number[] = [];
  readonly runs: ByteRun[] = [];
  byteLimitHit = false;
  /** Whether bytes of the lines are not valid UTF-8. */
  undecodable = false;
  /** Whether the window is complete, so that no more bytes are needed. */
  finished = false;
  /** Bytes of the last chunk after the window. */
  leftover: Uint8Array = new Uint8Array(0);

  readonly #lineLimit: number;
  #budget: number;
  #lineNumber = 1;
  #offset: number;
  readonly #keepRuns: boolean;
  // The line in which the last chunk ended: its first bytes, and its length so far.
  #partial = new Uint8Array(0);
  #partialLength = 0;
  #partialStart = 0;
  #gaveUp = false;

  /**
   * @param options - `offset`: position of the first byte in the file; `keepRuns`: whether to copy the bytes of the window
   */
  constructor(
    private readonly request: LineWindowRequest,
    { offset, keepRuns }: { readonly offset: number; readonly keepRuns: boolean },
  ) {
    this.#keepRuns = keepRuns;
    this.#offset = offset;
    this.#budget = request.maxBytes;
    this.#lineLimit = Math.min(request.maxBytesPerLine, request.maxBytes);
  }

  /** Adds the next bytes; sets `finished` and `leftover` once the window is complete. */
  add(chunk: Uint8Array): void {
    if (chunk.byteLength === 0) return;
    let position = this.#skip(chunk);
    while (position < chunk.byteLength && !this.finished) {
      position =
        this.#partialLength > 0 ? this.#continueLine(chunk, position) : this.#takeLines(chunk, position);
    }
    if (this.finished) this.leftover = chunk.subarray(position);
    this.#offset += chunk.byteLength;
  }

  /** Ends the input: a last line without a line end counts as well. */
  end(): void {
    const inWindow = this.#lineNumber >= this.request.startLine;
    if (this.#partialLength > 0 && inWindow && !this.finished) this.#finishLine();
  }

  /**
   * Returns the number of lines of the whole file, if the added bytes were all of it; `undefined` after a line that was
   * too long to scan.
   */
  totalLines(): number | undefined {
    if (this.#gaveUp) return undefined;
    const rest = this.leftover;
    const lastIsOpen = rest.byteLength > 0 ? rest[rest.byteLength - 1] !== NEWLINE : this.#partialLength > 0;
    return this.#lineNumber - 1 + countNewlines(rest) + (lastIsOpen ? 1 : 0);
  }

  #skip(chunk: Uint8Array): number {
    const wanted = this.request.startLine - this.#lineNumber;
    if (wanted <= 0) return 0;
    const { count, position } = skipLines(chunk, 0, wanted);
    this.#lineNumber += count;
    // For the number of lines, only whether the line in progress has bytes matters.
    if (count < wanted)
      this.#partialLength = chunk[chunk.byteLength - 1] === NEWLINE ? 0 : this.#partialLength + 1;
    else this.#partialLength = 0;
    return count < wanted ? chunk.byteLength : position;
  }

  /** Adds as many whole lines as fit, decoding them in one step. */
  #takeLines(chunk: Uint8Array, from: number): number {
    let end = from;
    let count = 0;
    while (this.#lineNumber + count <= this.request.endLine) {
      const newline = chunk.indexOf(NEWLINE, end);
      if (newline < 0) break;
      const length = newline - end - (newline > end && chunk[newline - 1] === CARRIAGE_RETURN ? 1 : 0);
      const cost = length + (this.lines.length + count > 0 ? 1 : 0);
      if (length > this.#lineLimit || cost > this.#budget) break;
      this.#budget -= cost;
      count += 1;
      end = newline + 1;
    }
    if (count > 0) {
      for (const line of this.#decoded(chunk.subarray(from, end - 1)).split("\n")) {
        this.lines.push(line.endsWith("\r") ? line.slice(0, -1) : line);
      }
      this.#keep(this.#offset + from, chunk.subarray(from, end));
      this.#lineNumber += count;
    }
    if (this.#lineNumber > this.request.endLine) {
      this.finished = true;
      return end;
    }
    // The remainder is one line that is split by the end of the chunk or by a limit.
    return end < chunk.byteLength ? this.#continueLine(chunk, end) : end;
  }

  #continueLine(chunk: Uint8Array, from: number): number {
    if (this.#partialLength === 0) this.#partialStart = this.#offset + from;
    const newline = chunk.indexOf(NEWLINE, from);
    const end = newline < 0 ? chunk.byteLength : newline;
    const room = this.#lineLimit + SPARE_BYTES - this.#partial.byteLength;
    if (room > 0)
      this.#partial = joinBytes([this.#partial, chunk.subarray(from, Math.min(end, from + room))]);
    this.#partialLength += end - from;
    if (newline >= 0) {
      const taken = this.#finishLine();
      // A line that does not fit into the window stays at the front of the remainder.
      return taken ? newline + 1 : from;
    }
    const leastCost = Math.min(this.#partialLength - 1, this.#lineLimit) + 1;
    if (this.lines.length > 0 && leastCost > this.#budget) {
      this.finished = true;
      this.byteLimitHit = true;
    } else if (this.#partialLength > MAX_LINE_SCAN_BYTES) {
      this.#finishLine();
      this.#gaveUp = true;
      this.finished = true;
      this.byteLimitHit = true;
    }
    return end;
  }

  /** Ends the line in progress. Returns `false` when the line exceeds the byte limit. */
  #finishLine(): boolean {
    const whole = this.#partial;
    const endsInReturn = whole.byteLength === this.#partialLength && whole.at(-1) === CARRIAGE_RETURN;
    const length = this.#partialLength - (endsInReturn ? 1 : 0);
    const isTruncated = length > this.#lineLimit;
    const shown = whole.subarray(0, isTruncated ? characterBoundary(whole, this.#lineLimit) : length);
    const cost = Math.min(length, this.#lineLimit) + (this.lines.length > 0 ? 1 : 0);
    if (cost > this.#budget && this.lines.length > 0) {
      this.finished = true;
      this.byteLimitHit = true;
      return false;
    }
    this.#budget -= cost;
    this.lines.push(this.#decoded(shown));
    this.#keep(this.#partialStart, shown);
    if (isTruncated) this.truncatedLines.push(this.#lineNumber);
    this.#partial = new Uint8Array(0);
    this.#partialLength = 0;
    this.#lineNumber += 1;
    this.finished = this.#lineNumber > this.request.endLine;
    return true;
  }

  #decoded(bytes: Uint8Array): string {
    const text = DECODER.decode(bytes);
    // The file may contain the replacement character itself.
    if (text.includes("\ufffd") && !isUtf8(bytes)) this.undecodable = true;
    return text;
  }

  #keep(position: number, bytes: Uint8Array): void {
    if (this.#keepRuns) this.runs.push({ position, bytes: bytes.slice() });
  }
}

/** Returns the last position at or before `limit` that does not split a UTF-8 character. */
function characterBoundary(bytes: Uint8Array, limit: number): number {
  let end = limit;
  // A character has at most three continuation bytes; more of them are not UTF-8.
  while (end > 0 && limit - end < 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return limit - end < 4 ? end : limit;
}
