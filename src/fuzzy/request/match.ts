import type { MatcherName } from "./matcher-name.js";

/** A place in the text, as half-open UTF-16 offsets with the lines (from 1) it touches. */
export interface MatchSpan {
  readonly start: number;
  readonly end: number;
  /** First line of the span. */
  readonly startLine: number;
  /** Last line that holds a character of the span. */
  readonly endLine: number;
}

/** How the new text is put where the old one was found. */
export type Placement =
  /** As it stands, with the line ends of the place. */
  | "literal"
  /** Line by line: what the edit keeps stays the file's own. */
  | "merge"
  /** By common stretches of characters, for lines that are wrapped differently. */
  | "rewrap"
  /** As a block, re-indented: the place was found without its lines being known one by one. */
  | "block";

/** What a matcher found, and what the replacement needs to know about it. */
export interface Match {
  readonly matcher: MatcherName;
  readonly start: number;
  readonly end: number;
  /** 1 for text that is equal but for what the matcher forgives, less where lines differ. */
  readonly similarity: number;
  readonly placement: Placement;
  /** The old text as it was matched: after line numbers, fences or escapes were taken off. */
  readonly old: string;
  /** For `"merge"`: for each line of `old` its line in the region (from 0), or -1 when the file has none. */
  readonly pairs?: readonly number[];
  /** Does to the new text what was done to the old one before it matched. */
  readonly restore?: (newText: string) => string;
}

/**
 * Gives a span its line numbers; they are counted when they are first read, because counting costs more than finding.
 *
 * @param lines - shared by the spans of one text, so that the text is read once where they are read in rising order
 */
export function createSpan(
  text: string,
  start: number,
  end: number,
  lines: LineCounter = new LineCounter(text),
): MatchSpan {
  return new CountingSpan(lines, start, end);
}

/** A class, because an edit in a hundred thousand places makes as many. */
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

  /** With the lines, which are no properties of their own. */
  toJSON(): MatchSpan {
    const { start, end, startLine, endLine } = this;
    return { start, end, startLine, endLine };
  }
}

/** Tells the lines of offsets of one text; counts on from the last offset where the next one is behind it. */
export class LineCounter {
  readonly #text: string;
  #offset = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Line of an offset, from 1. */
  lineAt(offset: number): number {
    if (offset < this.#offset) {
      this.#offset = 0;
      this.#line = 1;
    }
    this.#line += this.feedsBetween(this.#offset, offset);
    this.#offset = offset;
    return this.#line;
  }

  /** Line feeds between two offsets; looks nowhere else. */
  feedsBetween(from: number, to: number): number {
    const text = this.#text;
    let count = 0;
    for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count++;
    return count;
  }
}
