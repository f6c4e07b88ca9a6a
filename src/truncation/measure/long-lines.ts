import { splitsPair } from "./utf8-size.js";

/** Stands at the end of a line that was cut. One code unit, three bytes. */
export const CUT_MARK = "…";
/** Bytes of {@link CUT_MARK} in UTF-8. */
export const CUT_MARK_BYTES = 3;

/** A text whose overlong lines were cut. */
export interface CutLines {
  readonly text: string;
  /** Where in `text` the marks stand, ascending. */
  readonly marks: readonly number[];
}

/**
 * Cuts every line that is longer than `maxLineLength` code units (line end not counted) to that length, the last unit
 * being the mark. Line ends stay as they are.
 */
export function cutLongLines(text: string, maxLineLength: number): CutLines {
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
      let cut = lineStart + maxLineLength - 1;
      if (splitsPair(text, cut)) cut -= 1;
      pieces.push(text.slice(runStart, cut), CUT_MARK);
      length += cut - runStart;
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

/** How much of a text is certainly enough to fill a budget once its lines are cut. */
export interface Enough {
  readonly characters: number;
  readonly lines: number;
}

/** Index of a line start: the lines before it, once cut, exceed the budget, or it is the end of the text. */
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

/** Index of a line start: the lines from it on, once cut, exceed the budget, or it is 0. */
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

/** At least how many code units of a line are left after the cut: a pair at the cut costs one, a `\r` is not counted. */
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
