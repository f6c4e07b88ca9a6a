import type { LineIndex } from "../text/index.js";
import type { CandidateRegion, NeedleHashes } from "./candidate-regions.js";

/** Needle lines aligned with lines of the file. */
export interface LineAlignment {
  /** The solid position in the index of each solid needle line, or -1. */
  readonly places: Int32Array;
  readonly score: number;
  /** First and last solid position of an aligned needle line. */
  readonly first: number;
  readonly last: number;
}

/** Costs of a gap: an omitted comment is cheap, an omitted line of code is not. */
const FILE_CODE_GAP = -0.7;
const FILE_COMMENT_GAP = -0.1;
const NEEDLE_CODE_GAP = -0.8;
const NEEDLE_COMMENT_GAP = -0.15;
/** Score of aligned lines that differ: slightly better than two gaps. */
const UNLIKE_PAIR = -0.75;
/** Score of two comments: better aligned than one of them omitted. */
const COMMENT_PAIR = -0.1;

const FROM_DIAGONAL = 1;
const FROM_NEEDLE_GAP = 2;
const FROM_FILE_GAP = 3;

/** Information about the lines that the alignment needs. */
export interface LineKnowledge {
  readonly index: LineIndex;
  readonly needle: NeedleHashes;
  isNeedleComment(line: number): boolean;
  isFileComment(position: number): boolean;
  /** Returns the likeness of lines of the same shape, 0 to 1. */
  closeness(line: number, position: number): number;
}

/** Returns the number of cells of one alignment; the caller takes them from the budget first. */
export function alignmentCells(needle: NeedleHashes, region: CandidateRegion): number {
  return needle.keys.length * bandOf(region);
}

/** Returns whether the band of a region is wide enough for a second place beside the first one. */
export function mayHoldTwo(needle: NeedleHashes, region: CandidateRegion): boolean {
  return bandOf(region) * 2 >= needle.keys.length;
}

function bandOf(region: CandidateRegion): number {
  return region.slack * 4 + 9;
}

/**
 * Aligns the needle with a region: a dynamic programme over a band around the region's diagonal, free to
 * start and end anywhere in the file. Taken positions are skipped, so that a second place in the same band is
 * found too.
 */
export function alignLines(
  lines: LineKnowledge,
  region: CandidateRegion,
  isTaken: (position: number) => boolean = () => false,
): LineAlignment {
  const { index, needle } = lines;
  const rows = needle.keys.length;
  const band = bandOf(region);
  const width = band + 1;
  // Column `c` of row `r` means "needle lines before r are aligned, file lines before base + r + c are
  // skipped".
  const base = region.diagonal - (band >> 1);
  const best = new Float64Array((rows + 1) * width).fill(Number.NEGATIVE_INFINITY);
  const from = new Uint8Array((rows + 1) * width);
  for (let column = 0; column < width; column++) {
    const position = base + column;
    if (position >= 0 && position <= index.solidCount) best[column] = 0;
  }
  for (let row = 0; row < rows; row++) {
    const needleGap = lines.isNeedleComment(row) ? NEEDLE_COMMENT_GAP : NEEDLE_CODE_GAP;
    for (let column = 0; column < width; column++) {
      const position = base + row + column;
      if (position < 0 || position > index.solidCount) continue;
      const at = row * width + column;
      if (column > 0 && row > 0) {
        const left = (best[at - 1] as number) + gapAt(position - 1, lines);
        if (left > (best[at] as number)) {
          best[at] = left;
          from[at] = FROM_FILE_GAP;
        }
      }
      const here = best[at] as number;
      if (here === Number.NEGATIVE_INFINITY) continue;
      if (position < index.solidCount && !isTaken(position)) {
        const value = here + pairValue(lines, row, position);
        const below = (row + 1) * width + column;
        if (value > (best[below] as number)) {
          best[below] = value;
          from[below] = FROM_DIAGONAL;
        }
      }
      if (column > 0) {
        const below = (row + 1) * width + column - 1;
        const value = here + needleGap;
        if (value > (best[below] as number)) {
          best[below] = value;
          from[below] = FROM_NEEDLE_GAP;
        }
      }
    }
  }
  let column = 0;
  for (let other = 1; other < width; other++) {
    if ((best[rows * width + other] as number) > (best[rows * width + column] as number)) column = other;
  }
  return { ...trace(from, { rows, width, base, column }), score: best[rows * width + column] as number };
}

function gapAt(position: number, lines: LineKnowledge): number {
  return position >= 0 && lines.isFileComment(position) ? FILE_COMMENT_GAP : FILE_CODE_GAP;
}

function pairValue(lines: LineKnowledge, row: number, position: number): number {
  const { index, needle } = lines;
  const length = needle.lengths[row] as number;
  const worth = length < 3 ? 0.5 : length < 10 ? 1.5 : 3;
  if (index.keyHash[position] === needle.keys[row]) return worth;
  if (index.shapeHash[position] === needle.shapes[row] && length >= 3) {
    return worth * (0.8 * lines.closeness(row, position) - 0.2);
  }
  return lines.isNeedleComment(row) && lines.isFileComment(position) ? COMMENT_PAIR : UNLIKE_PAIR;
}

/** Follows the steps back from a column of the last row. */
function trace(
  from: Uint8Array,
  end: { readonly rows: number; readonly width: number; readonly base: number; readonly column: number },
): Omit<LineAlignment, "score"> {
  const { rows, width, base } = end;
  const places = new Int32Array(rows).fill(-1);
  let first = -1;
  let last = -1;
  let row = rows;
  let { column } = end;
  while (row > 0) {
    const step = from[row * width + column] as number;
    if (step === FROM_FILE_GAP) {
      column--;
      continue;
    }
    if (step === 0) break;
    row--;
    if (step === FROM_NEEDLE_GAP) {
      column++;
      continue;
    }
    const position = base + row + column;
    places[row] = position;
    first = position;
    if (last < 0) last = position;
  }
  return { places, first, last };
}
