import { beforeLongStep, createYield, type Yield } from "../../../values/index.js";
import {
  type ChangedRegion,
  type ChangedSpan,
  REGIONS_AT_ONCE,
  replacedRegions,
  STRIDE,
  trimmed,
  wholeLines,
} from "./changed-regions.js";

/** Most edits that the line comparison of one region may find before it stops. */
const MAX_EDIT_LENGTH = 2_000;

/** Most milliseconds of one comparison, during which the event loop is blocked. */
const DIFF_TIMEOUT_MS = 30;

/** Characters of one region, before and after together, whose lines are compared. */
const MAX_COMPARED_CHARACTERS = 8_388_608;

/** Lines that are split off between two yields to the event loop. */
const LINES_AT_ONCE = 4_096;

/** Characters in which line ends are counted between two yields. */
const COUNTED_AT_ONCE = 262_144;

/** A sequence of replaced lines; offsets are at the start of a line (or at the end of the text), lines count from 1. */
export interface TextChange extends ChangedRegion {
  /** Line at `oldStart`, and at `newStart`. */
  readonly oldLine: number;
  readonly newLine: number;
}

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
    if (index % REGIONS_AT_ONCE === 0) await pause();
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
    if (index % REGIONS_AT_ONCE === 0) await pause();
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
