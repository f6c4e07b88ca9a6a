import { splitsPair } from "./utf8-size.js";

/** Mark at the end of a truncated line. One code unit, three bytes. */
export const TRUNCATION_MARK = "…";
/** Bytes of {@link TRUNCATION_MARK} in UTF-8. */
export const TRUNCATION_MARK_BYTES = 3;

/** A text whose overlong lines were truncated. */
export interface TruncatedLines {
  readonly text: string;
  /** Indexes of the marks in `text`, ascending. */
  readonly marks: readonly number[];
}

/**
 * Truncates every line that is longer than `maxLineLength` code units (without the line end) to that length,
 * including the mark as the last unit. Line ends stay unchanged.
 */
export function truncateLongLines(text: string, maxLineLength: number): TruncatedLines {
  const pieces: string[] = [];
  const marks: number[] = [];
  let length = 0;
  let runStart = 0;
  let lineStart = 0;
  while (lineStart < text.length) {
    const newline = text.indexOf("\n", lineStart);
    const next = newline === -1 ? text.length : newline + 1;
    const contentEnd = lineContentEnd(text, lineStart, next);
    if (contentEnd - lineStart > maxLineLength) {
      let end = lineStart + maxLineLength - 1;
      if (splitsPair(text, end)) end -= 1;
      pieces.push(text.slice(runStart, end), TRUNCATION_MARK);
      length += end - runStart;
      marks.push(length);
      length += 1;
      runStart = contentEnd;
    }
    lineStart = next;
  }
  if (marks.length === 0) return { text, marks };
  pieces.push(text.slice(runStart));
  return { text: pieces.join(""), marks };
}

/** An amount of text that certainly fills a budget once its lines are truncated. */
export interface Enough {
  readonly characters: number;
  readonly lines: number;
}

/**
 * Returns the index of a line start such that the lines before it, once truncated, exceed the budget, or the
 * end of the text.
 */
export function enoughFromStart(text: string, maxLineLength: number, enough: Enough): number {
  let characters = 0;
  let lines = 0;
  let lineStart = 0;
  while (lineStart < text.length && characters <= enough.characters && lines <= enough.lines) {
    const newline = text.indexOf("\n", lineStart);
    const next = newline === -1 ? text.length : newline + 1;
    characters += leastShown(text, lineStart, next, maxLineLength);
    lines += 1;
    lineStart = next;
  }
  return lineStart;
}

/**
 * Returns the index of a line start such that the lines from it on, once truncated, exceed the budget, or 0.
 */
export function enoughFromEnd(text: string, maxLineLength: number, enough: Enough): number {
  let characters = 0;
  let lines = 0;
  let lineStart = text.length;
  while (lineStart > 0 && characters <= enough.characters && lines <= enough.lines) {
    const next = lineStart;
    lineStart = next === 1 ? 0 : text.lastIndexOf("\n", next - 2) + 1;
    characters += leastShown(text, lineStart, next, maxLineLength);
    lines += 1;
  }
  return lineStart;
}

/**
 * Returns a lower bound of the code units that remain of a line after truncation: a surrogate pair at the
 * limit costs one, a `\r` is not counted.
 */
function leastShown(text: string, lineStart: number, next: number, maxLineLength: number): number {
  const contentEnd = lineContentEnd(text, lineStart, next);
  const length = contentEnd - lineStart;
  return (length > maxLineLength ? maxLineLength - 1 : length) + (next > contentEnd ? 1 : 0);
}

function lineContentEnd(text: string, lineStart: number, next: number): number {
  let end = next;
  if (end > lineStart && text.charCodeAt(end - 1) === 0x0a) {
    end -= 1;
    if (end > lineStart && text.charCodeAt(end - 1) === 0x0d) end -= 1;
  }
  return end;
}
