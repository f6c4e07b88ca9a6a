import { beforeLongStep, createYield, type Yield } from "../../../values/index.js";
import { LineBounds } from "./line-bounds.js";

/** Most edits that the line comparison of one region may find before it stops. */
const MAX_EDIT_LENGTH = 2_000;

/** Most milliseconds of one comparison, during which the event loop is blocked. */
const DIFF_TIMEOUT_MS = 30;

/** Characters of one region, before and after together, whose lines are compared. */
const MAX_COMPARED_CHARACTERS = 8_388_608;

/** Regions processed between two yields to the event loop. */
const PLACES_AT_ONCE = 512;

/** Lines that are split off between two yields to the event loop. */
const LINES_AT_ONCE = 4_096;

/** Characters in which line ends are counted between two yields. */
const COUNTED_AT_ONCE = 262_144;

/** Characters compared in one step; the engine compares them faster than a loop does. */
const STRIDE = 4_096;

/** A sequence of replaced lines; offsets are at the start of a line (or at the end of the text), lines count from 1. */
export interface TextChange {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
  /** Line at `oldStart`, and at `newStart`. */
  readonly oldLine: number;
  readonly newLine: number;
}

/** A region of the old text. */
export interface ChangedSpan {
  readonly start: number;
  readonly end: number;
}

/** A region of the old text and its replacement in the new text. */
export type ChangedRegion = Omit<TextChange, "oldLine" | "newLine">;

type LineDiff = typeof import("diff/lib/diff/array.js").diffArrays;

/** Cached: importing a module again takes the loader longer than a small edit. */
let library: Promise<{ readonly diffArrays: LineDiff }> | undefined;

/** Loads the library when the first change is compared, so that programs that never edit start faster. */
function loadLineDiff(): Promise<{ readonly diffArrays: LineDiff }> {
  library ??= import("diff/lib/diff/array.js");
  return library;
}

/**
 * Returns the changes between two texts, in order and disjoint.
 *
 * The cost depends on the size of the change, not of the text: the common head and tail are skipped, and where `spans`
 * tell which regions of the old text were replaced, the text between them is not compared. Spans that do not explain
 * the new text are ignored. Regions that differ too much to be compared in time are returned as one change.
 */
export async function textChanges(
  before: string,
  after: string,
  spans?: readonly ChangedSpan[],
): Promise<TextChange[]> {
  await beforeLongStep(after);
  if (before === after) return [];
  const regions = (spans && replacedRegions(before, after, spans)) ?? [
    { oldStart: 0, oldEnd: before.length, newStart: 0, newEnd: after.length },
  ];
  const { diffArrays } = await loadLineDiff();
  const pause = createYield();
  const changes: ChangedRegion[] = [];
  for (const [index, wide] of (await wholeLines(before, after, regions, pause)).entries()) {
    if (index % PLACES_AT_ONCE === 0) await pause();
    const region = trimmed(before, after, wide);
    if (region.oldEnd === region.oldStart && region.newEnd === region.newStart) continue;
    const lengths = region.oldEnd - region.oldStart + region.newEnd - region.newStart;
    if (lengths > STRIDE) await pause();
    if (lengths > MAX_COMPARED_CHARACTERS) changes.push(region);
    else {
      const found = await refined(before, after, region, { diffLines: diffArrays, pause });
      for (const change of found) changes.push(change);
    }
  }
  return numbered(before, after, changes, pause);
}

/**
 * Returns the first and last changed line in the new text. Where lines were only removed, returns the line that is now
 * at their position (the last one, at the end of the text).
 */
export function changedLineRange(after: string, changes: readonly TextChange[]): [number, number] {
  const first = changes[0];
  const last = changes.at(-1);
  if (first === undefined || last === undefined) return [1, 1];
  const lineAt = ({ newLine, newStart }: TextChange) =>
    newStart >= after.length && newLine > 1 && after.length > 0 ? newLine - 1 : newLine;
  const added = lineFeeds(after, last.newStart, last.newEnd);
  const endsWithFeed = last.newEnd > last.newStart && after[last.newEnd - 1] === "\n";
  const endLine =
    last.newEnd === last.newStart ? lineAt(last) : last.newLine + added - (endsWithFeed ? 1 : 0);
  return [Math.min(lineAt(first), endLine), endLine];
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
async function wholeLines(
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
    if (index % PLACES_AT_ONCE === 0) await pause();
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
function trimmed(before: string, after: string, region: ChangedRegion): ChangedRegion {
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

/** Splits a region at its unchanged lines. */
async function refined(
  before: string,
  after: string,
  region: ChangedRegion,
  { diffLines, pause }: { readonly diffLines: LineDiff; readonly pause: Yield },
): Promise<ChangedRegion[]> {
  if (region.oldStart === region.oldEnd || region.newStart === region.newEnd) return [region];
  const oldLines = await linesWithEnds(before.slice(region.oldStart, region.oldEnd), pause);
  const newLines = await linesWithEnds(after.slice(region.newStart, region.newEnd), pause);
  if (oldLines.length < 2 || newLines.length < 2) return [region];
  const parts = diffLines(oldLines, newLines, { maxEditLength: MAX_EDIT_LENGTH, timeout: DIFF_TIMEOUT_MS });
  if (parts === undefined) return [region];
  const regions: ChangedRegion[] = [];
  let { oldStart, newStart } = region;
  let open: { oldStart: number; newStart: number } | undefined;
  const close = () => {
    if (open !== undefined) regions.push({ ...open, oldEnd: oldStart, newEnd: newStart });
    open = undefined;
  };
  for (const part of parts) {
    const length = part.value.reduce((sum, line) => sum + line.length, 0);
    if (part.added || part.removed) open ??= { oldStart, newStart };
    else close();
    if (!part.added) oldStart += length;
    if (!part.removed) newStart += length;
  }
  close();
  return regions;
}

/** Splits a text into lines that keep their line ends. */
async function linesWithEnds(text: string, pause: Yield): Promise<string[]> {
  const lines: string[] = [];
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf("\n", start);
    const next = feed === -1 ? text.length : feed + 1;
    lines.push(text.slice(start, next));
    start = next;
    if (lines.length % LINES_AT_ONCE === 0) await pause();
  }
  return lines;
}

async function numbered(
  before: string,
  after: string,
  regions: readonly ChangedRegion[],
  pause: Yield,
): Promise<TextChange[]> {
  let oldLine = 1;
  let newLine = 1;
  let position = 0;
  const changes: TextChange[] = [];
  const count = async (text: string, start: number, end: number) => {
    let feeds = 0;
    for (let from = start; from < end; from += COUNTED_AT_ONCE) {
      if (from > start) await pause();
      feeds += lineFeeds(text, from, Math.min(end, from + COUNTED_AT_ONCE));
    }
    return feeds;
  };
  for (const [index, region] of regions.entries()) {
    if (index % PLACES_AT_ONCE === 0) await pause();
    // The text between two changes is the same in both texts, so it is counted once.
    const unchanged = await count(before, position, region.oldStart);
    oldLine += unchanged;
    newLine += unchanged;
    changes.push({ ...region, oldLine, newLine });
    oldLine += await count(before, region.oldStart, region.oldEnd);
    newLine += await count(after, region.newStart, region.newEnd);
    position = region.oldEnd;
  }
  return changes;
}

/** Counts in a part of the text, because a search in all of it runs to its end where no line feed follows. */
function lineFeeds(text: string, start: number, end: number): number {
  const part = text.slice(start, end);
  let count = 0;
  for (let at = part.indexOf("\n"); at !== -1; at = part.indexOf("\n", at + 1)) count += 1;
  return count;
}
