import { type DiffStep, diffSequences } from "../diff/index.js";
import type { LineNumbers } from "./line-numbers.js";

/** The lines of the three texts of a merge, by number. */
export interface MergeSides {
  readonly base: readonly number[];
  readonly edited: readonly number[];
  readonly file: readonly number[];
}

/** A replacement of lines of the file, `[from, to)`. */
export interface LinePiece {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly number[];
}

/** The result of a merge of lines: replacements in the file, or the lines that both sides changed. */
export type MergedSides =
  | { readonly ok: true; readonly pieces: readonly LinePiece[] }
  | {
      readonly ok: false;
      /** First line (from 0) of the file that both sides changed. */
      readonly at: number;
      readonly theirs: readonly number[];
      readonly ours: readonly number[];
    };

/** Merges the changes from the base to the edited lines into those of the file. */
export function mergeSides({ base, edited, file }: MergeSides, numbers: LineNumbers): MergedSides {
  const theirs = changedSteps(base, file, numbers);
  const pieces: LinePiece[] = [];
  const isTelling = tellingChanges(base, file, numbers);
  let shift = 0;
  let next = 0;
  for (const change of changedSteps(base, edited, numbers)) {
    for (; next < theirs.length && isBefore(theirs[next] as DiffStep, change); next += 1) {
      const { oldTo, newTo } = theirs[next] as DiffStep;
      shift = newTo - oldTo;
    }
    const ours = edited.slice(change.newFrom, change.newTo);
    const step = theirs[next];
    if (step !== undefined && isTogether(step, change)) {
      const own = file.slice(step.newFrom, step.newTo);
      if (isSamePlace(step, change) && isSameText(own, ours, numbers)) continue;
      return { ok: false, at: step.newFrom, theirs: own, ours };
    }
    const besideTheirs = [theirs[next - 1], step].find(
      (near) => near !== undefined && isBeside(near, change),
    );
    if (besideTheirs !== undefined && !isTelling(change)) {
      const own = file.slice(besideTheirs.newFrom, besideTheirs.newTo);
      return { ok: false, at: besideTheirs.newFrom, theirs: own, ours };
    }
    addPiece(pieces, { from: change.oldFrom + shift, to: change.oldTo + shift, lines: ours });
  }
  return { ok: true, pieces };
}

/**
 * Returns whether a merge does not depend on the direction in which lines are compared. Where lines were inserted beside equal lines, either
 * may be the inserted ones: then the place of a change is not certain.
 */
export function isCertainMerge(
  sides: MergeSides,
  pieces: readonly LinePiece[],
  numbers: LineNumbers,
): boolean {
  const backwards: MergeSides = {
    base: sides.base.toReversed(),
    edited: sides.edited.toReversed(),
    file: sides.file.toReversed(),
  };
  const merged = mergeSides(backwards, numbers);
  return (
    merged.ok && isEqual(withPieces(backwards.file, merged.pieces).reverse(), withPieces(sides.file, pieces))
  );
}

/** Returns the changed regions of two sequences of lines. */
export function changedSteps(
  old: readonly number[],
  next: readonly number[],
  numbers: LineNumbers,
): DiffStep[] {
  return diffSequences(old, next, (line) => numbers.weightOf(line)).filter(({ kind }) => kind === "change");
}

/** Appends a replacement; two with no line of the file between them become one, as they share a line end. */
function addPiece(pieces: LinePiece[], piece: LinePiece): void {
  const last = pieces.at(-1);
  if (last?.to !== piece.from) pieces.push(piece);
  else pieces[pieces.length - 1] = { ...piece, from: last.from, lines: [...last.lines, ...piece.lines] };
}

function withPieces(file: readonly number[], pieces: readonly LinePiece[]): number[] {
  const result: number[] = [];
  let reached = 0;
  for (const { from, to, lines } of pieces) {
    for (; reached < from; reached += 1) result.push(file[reached] as number);
    for (const line of lines) result.push(line);
    reached = to;
  }
  for (; reached < file.length; reached += 1) result.push(file[reached] as number);
  return result;
}

/** Returns whether two replacements are the same; removed lines and a blank one differ only in a line end. */
function isSameText(one: readonly number[], other: readonly number[], numbers: LineNumbers): boolean {
  const isNothing = (lines: readonly number[]) =>
    lines.length === 0 || (lines.length === 1 && numbers.textOf(lines[0] as number) === "");
  return isEqual(one, other) || (isNothing(one) && isNothing(other));
}

function isEqual(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((line, at) => line === other[at]);
}

function isBefore(step: DiffStep, change: DiffStep): boolean {
  return step.oldTo <= change.oldFrom && !isTogether(step, change);
}

/** Returns whether two changes concern the same lines, or one inserts at the border of the other. */
function isTogether(step: DiffStep, change: DiffStep): boolean {
  const isInsertion = step.oldFrom === step.oldTo || change.oldFrom === change.oldTo;
  return isInsertion
    ? step.oldFrom <= change.oldTo && change.oldFrom <= step.oldTo
    : step.oldFrom < change.oldTo && change.oldFrom < step.oldTo;
}

/** Returns whether no unchanged line is between two changes. */
function isBeside(step: DiffStep, change: DiffStep): boolean {
  return step.oldTo === change.oldFrom || change.oldTo === step.oldFrom;
}

/**
 * Returns a function that tells whether a change replaces a line that occurs once in the base and once in the file, whatever its
 * indentation. Beside changed lines, a line that occurs several times, such as `}`, may be paired with another one of its kind.
 */
function tellingChanges(
  base: readonly number[],
  file: readonly number[],
  numbers: LineNumbers,
): (change: DiffStep) => boolean {
  let counts: readonly [Map<string, number>, Map<string, number>] | undefined;
  return ({ oldFrom, oldTo }) => {
    counts ??= [lineCounts(base, numbers), lineCounts(file, numbers)];
    const [inBase, inFile] = counts;
    return base.slice(oldFrom, oldTo).some((line) => {
      const text = numbers.textOf(line).trim();
      return text !== "" && inBase.get(text) === 1 && inFile.get(text) === 1;
    });
  };
}

/** Returns how often each line occurs, without its indentation. */
function lineCounts(lines: readonly number[], numbers: LineNumbers): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const text = numbers.textOf(line).trim();
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

function isSamePlace(step: DiffStep, change: DiffStep): boolean {
  return step.oldFrom === change.oldFrom && step.oldTo === change.oldTo;
}
