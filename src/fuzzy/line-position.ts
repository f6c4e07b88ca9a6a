import type { EditSpan } from "./edit.js";

/** Start and end of a piece of text, as offsets. */
export interface OffsetRange {
  readonly start: number;
  readonly end: number;
}

/** Counts the line feeds between two offsets. */
export function countLineFeeds(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** Adds line numbers to ranges that come in ascending order; counts every line feed once. */
export function withLineNumbers(text: string, ranges: readonly OffsetRange[]): EditSpan[] {
  let line = 1;
  let position = 0;
  return ranges.map(({ start, end }) => {
    // Ranges may overlap: two windows of equal lines can share some.
    line +=
      start >= position ? countLineFeeds(text, position, start) : -countLineFeeds(text, start, position);
    position = start;
    const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
    return { start, end, startLine: line, endLine: line + countLineFeeds(text, start, last) };
  });
}
