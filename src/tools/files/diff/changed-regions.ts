import type { Yield } from "../../../values/index.js";
import { LineBounds } from "./line-bounds.js";

/** Regions processed between two yields to the event loop. */
export const REGIONS_AT_ONCE = 512;

/** Characters compared in one step; the engine compares them faster than a loop does. */
export const STRIDE = 4_096;

/** A region of the old text. */
export interface ChangedSpan {
  readonly start: number;
  readonly end: number;
}

/** A region of the old text and its replacement in the new text, by their offsets. */
export interface ChangedRegion {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/**
 * Returns the replaced spans with their counterparts in the new text, which the unchanged text between them determines;
 * `undefined` when the spans do not explain the new text.
 */
export function replacedRegions(
  before: string,
  after: string,
  spans: readonly ChangedSpan[],
): ChangedRegion[] | undefined {
  const replaced = spans.reduce((sum, { start, end }) => sum + end - start, 0);
  const evenLength = (after.length - before.length + replaced) / spans.length;
  const regions: ChangedRegion[] = [];
  let shift = 0;
  for (const [index, { start, end }] of spans.entries()) {
    const newStart = start + shift;
    const next = spans[index + 1];
    const gap = next === undefined ? undefined : before.slice(end, next.start);
    let newEnd: number;
    if (gap === undefined) newEnd = after.length - (before.length - end);
    // Usually all replacements are equal; only re-indented ones differ in length.
    else if (Number.isInteger(evenLength) && after.startsWith(gap, newStart + evenLength))
      newEnd = newStart + evenLength;
    else newEnd = after.indexOf(gap, newStart);
    if (newEnd < newStart) return undefined;
    regions.push({ oldStart: start, oldEnd: end, newStart, newEnd });
    shift = newEnd - end;
  }
  const last = regions.at(-1);
  const first = regions[0];
  if (first === undefined || last === undefined) return undefined;
  const explained =
    before.slice(0, first.oldStart) === after.slice(0, first.newStart) &&
    before.slice(last.oldEnd) === after.slice(last.newEnd);
  return explained ? regions : undefined;
}

/** Extends regions to whole lines and merges those that share a line. */
export async function wholeLines(
  before: string,
  after: string,
  regions: readonly ChangedRegion[],
  pause: Yield,
): Promise<ChangedRegion[]> {
  const lines = new LineBounds(before);
  const widened: ChangedRegion[] = [];
  let joined: ChangedRegion | undefined;
  let wide: ChangedRegion | undefined;
  for (const [index, region] of regions.entries()) {
    if (index % REGIONS_AT_ONCE === 0) await pause();
    if (joined !== undefined && wide !== undefined && lines.startOf(region.oldStart) <= wide.oldEnd) {
      // Extended again from what was replaced: this region may have replaced the tail of the previous one.
      joined = { ...joined, oldEnd: region.oldEnd, newEnd: region.newEnd };
    } else {
      if (wide !== undefined) widened.push(wide);
      joined = region;
    }
    wide = wholeLine(before, after, joined, lines);
  }
  if (wide !== undefined) widened.push(wide);
  return widened;
}

function wholeLine(before: string, after: string, region: ChangedRegion, lines: LineBounds): ChangedRegion {
  const oldStart = lines.startOf(region.oldStart);
  const newStart = region.newStart - (region.oldStart - oldStart);
  const { oldEnd, newEnd } = region;
  if (endsLine(before, oldStart, oldEnd) && endsLine(after, newStart, newEnd)) {
    return { oldStart, oldEnd, newStart, newEnd };
  }
  const tailLength = lines.endOf(oldEnd) - oldEnd;
  return { oldStart, oldEnd: oldEnd + tailLength, newStart, newEnd: newEnd + tailLength };
}

function endsLine(text: string, start: number, end: number): boolean {
  return end === start || text[end - 1] === "\n" || end === text.length;
}

/** Removes equal lines at both ends of a region. */
export function trimmed(before: string, after: string, region: ChangedRegion): ChangedRegion {
  let { oldStart, oldEnd, newStart, newEnd } = region;
  const room = Math.min(oldEnd - oldStart, newEnd - newStart);
  let head = commonLength({ text: before, at: oldStart }, { text: after, at: newStart }, room, 1);
  const wholeHead = before.lastIndexOf("\n", oldStart + head - 1) + 1 - oldStart;
  head = head > 0 && wholeHead > 0 ? wholeHead : 0;
  oldStart += head;
  newStart += head;
  const rest = room - head;
  let tail = commonLength({ text: before, at: oldEnd }, { text: after, at: newEnd }, rest, -1);
  // The tail starts after a line end that both texts have; that line end itself belongs to a line that may differ.
  if (tail > 0 && !(startsLine(before, oldEnd - tail) && startsLine(after, newEnd - tail))) {
    const feed = before.indexOf("\n", oldEnd - tail);
    tail = feed === -1 ? 0 : Math.max(0, oldEnd - feed - 1);
  }
  oldEnd -= tail;
  newEnd -= tail;
  return { oldStart, oldEnd, newStart, newEnd };
}

/** A position in a text. */
interface Position {
  readonly text: string;
  readonly at: number;
}

/** Returns the number of equal characters after two positions; with the step -1, before them. */
function commonLength(one: Position, other: Position, room: number, step: 1 | -1): number {
  let length = 0;
  const isEqual = (count: number) => piece(one, length, count * step) === piece(other, length, count * step);
  while (length + STRIDE <= room && isEqual(STRIDE)) length += STRIDE;
  while (length < room && isEqual(1)) length += 1;
  return length;
}

/** Returns characters after a position, or before it for a negative count, without the nearest ones. */
function piece({ text, at }: Position, skipped: number, count: number): string {
  return count > 0
    ? text.slice(at + skipped, at + skipped + count)
    : text.slice(at - skipped + count, at - skipped);
}

function startsLine(text: string, offset: number): boolean {
  return offset === 0 || text[offset - 1] === "\n";
}
