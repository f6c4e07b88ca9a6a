import type { MatcherName } from "./matcher-name.js";

/** A place in the text: half-open UTF-16 offsets with the lines (from 1) that it touches. */
export interface MatchSpan {
  readonly start: number;
  readonly end: number;
  /** First line of the span. */
  readonly startLine: number;
  /** Last line that contains a character of the span. */
  readonly endLine: number;
}

/** The way in which the new text replaces the old one. */
export type Placement =
  /** Unchanged, with the line ends of the place. */
  | "literal"
  /** Line by line: text that the edit keeps stays as in the file. */
  | "merge"
  /** By common sections of characters, for lines with other line breaks. */
  | "rewrap"
  /** As a re-indented block: the place was found without aligning its lines. */
  | "block";

/** A match, with the data that the replacement needs. */
export interface Match {
  readonly matcher: MatcherName;
  readonly start: number;
  readonly end: number;
  /** 1 for text that is equal except for the differences that the matcher tolerates, less if lines differ. */
  readonly similarity: number;
  readonly placement: Placement;
  /** The old text as it was matched, after line numbers, fences or escapes were removed. */
  readonly old: string;
  /** For `"merge"`: the line in the region (from 0) for each line of `old`, or -1 if the file has none. */
  readonly pairs?: readonly number[];
  /** Applies the change to the new text that was applied to the old one before it matched. */
  readonly restore?: (newText: string) => string;
}

/**
 * Creates a span; its line numbers are counted when they are first read, because counting costs more than
 * finding.
 *
 * @param lines - shared by the spans of one text, so that the text is read once if they are read in rising
 *   order
 */
export function createSpan(
  text: string,
  start: number,
  end: number,
  lines: LineCounter = new LineCounter(text),
): MatchSpan {
  return new CountingSpan(lines, start, end);
}

/** A class, because an edit of a hundred thousand places creates as many. */
class CountingSpan implements MatchSpan {
  readonly #lines: LineCounter;
  #startLine = 0;
  #endLine = 0;

  constructor(
    lines: LineCounter,
    readonly start: number,
    readonly end: number,
  ) {
    this.#lines = lines;
  }

  get startLine(): number {
    if (this.#startLine === 0) this.#startLine = this.#lines.lineAt(this.start);
    return this.#startLine;
  }

  get endLine(): number {
    if (this.#endLine === 0) {
      const last = Math.max(this.start, this.end - 1);
      this.#endLine = this.startLine + this.#lines.feedsBetween(this.start, last);
    }
    return this.#endLine;
  }

  /** Includes the lines, which are not own properties. */
  toJSON(): MatchSpan {
    const { start, end, startLine, endLine } = this;
    return { start, end, startLine, endLine };
  }
}

/** Returns the lines of offsets of one text; continues from the last offset if the next one is after it. */
export class LineCounter {
  readonly #text: string;
  #offset = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the line of an offset, from 1. */
  lineAt(offset: number): number {
    if (offset < this.#offset) {
      this.#offset = 0;
      this.#line = 1;
    }
    this.#line += this.feedsBetween(this.#offset, offset);
    this.#offset = offset;
    return this.#line;
  }

  /** Returns the number of line feeds between two offsets; reads nothing else. */
  feedsBetween(from: number, to: number): number {
    const text = this.#text;
    let count = 0;
    for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count++;
    return count;
  }
}
