import { diffArrays } from "diff/lib/diff/array.js";
import { encodingOf, labelOf } from "../reading/index.js";

/** Line ranges named in a message; a model that sees these reads the file again anyway. */
const MAX_RANGES = 5;

/**
 * Most differing lines between which unchanged ones are searched; above this number, all lines between the first and
 * the last count as changed.
 */
const MAX_DIFFERING_LINES = 2_000;

/** Steps of the search for unchanged lines in between: enough for a few hundred changed lines. */
const MAX_EDIT_LENGTH = 500;

interface LineRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Returns which lines of a text file have changed: `lines 3-5 and 9`. The numbers are those of the current file; where
 * lines were removed, the line after them is named. `undefined` when no line differs.
 */
export function changedLines(before: Uint8Array, now: Uint8Array): string | undefined {
  const lines = linesOf(now);
  const ranges = differingRanges(linesOf(before), lines);
  if (ranges.length === 0) return undefined;
  const named = ranges.slice(0, MAX_RANGES).map((range) => {
    const first = Math.max(1, Math.min(range.first, lines.length));
    return { first, last: Math.max(first, range.last) };
  });
  return inWords(named, ranges.length - named.length);
}

/** Formats line ranges for a message; `more` is the number of omitted ranges. */
export function inWords(ranges: readonly LineRange[], more = 0): string {
  const parts = ranges.map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`));
  const isSingle = ranges.length === 1 && ranges[0]?.first === ranges[0]?.last;
  if (more > 0) parts.push(`${more} more ${more === 1 ? "place" : "places"}`);
  const last = parts.pop();
  const list = parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
  return `${isSingle && more === 0 ? "line" : "lines"} ${list}`;
}

/** Splits bytes after each line feed. Every byte counts, even an invalid one, so Latin-1, which maps all bytes. */
function linesOf(bytes: Uint8Array): string[] {
  const encoding = encodingOf(bytes);
  const label = encoding.startsWith("utf-16") ? labelOf(encoding) : "latin1";
  const lines = new TextDecoder(label, { ignoreBOM: true }).decode(bytes).split("\n");
  if (lines.at(-1) === "") lines.pop();
  // A last line with a line feed differs from one without.
  else lines.push(`${lines.pop()}\0`);
  return lines;
}

function differingRanges(before: readonly string[], now: readonly string[]): LineRange[] {
  const shorter = Math.min(before.length, now.length);
  let head = 0;
  while (head < shorter && before[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const old = before.slice(head, before.length - tail);
  const current = now.slice(head, now.length - tail);
  if (old.length === 0 && current.length === 0) return [];
  const whole = [{ first: head + 1, last: head + current.length }];
  if (old.length === 0 || current.length === 0) return whole;
  if (old.length + current.length > MAX_DIFFERING_LINES) return whole;
  const parts = diffArrays(old, current, { maxEditLength: MAX_EDIT_LENGTH });
  if (parts === undefined) return whole;
  const ranges: LineRange[] = [];
  let line = head + 1;
  for (const [index, { value, added, removed }] of parts.entries()) {
    const count = removed ? 0 : value.length;
    const replaced = removed && parts[index + 1]?.added;
    if ((added || removed) && !replaced) ranges.push({ first: line, last: line + count - 1 });
    line += count;
  }
  return ranges;
}
