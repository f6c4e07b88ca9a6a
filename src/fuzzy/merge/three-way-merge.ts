import { type DiffStep, diffSequences } from "../diff/index.js";
import { lineEndAt } from "../text/index.js";

/** The result of a merge: the text with the changes of both sides, or the lines that both changed. */
export type MergedText =
  | {
      readonly ok: true;
      readonly content: string;
      /** The changed regions of the content before the merge, in offsets. */
      readonly regions: readonly { readonly start: number; readonly end: number }[];
    }
  | {
      readonly ok: false;
      /** First line (from 1) of the content that both sides changed, and the lines themselves; none if they were removed. */
      readonly line: number;
      readonly theirs: readonly string[];
      /** The lines that the edit writes there. */
      readonly ours: readonly string[];
    };

/**
 * Merges the changes from a base to an edited text into a content that was changed too.
 *
 * A change that the content has already is not made again. Lines that both sides changed in different ways are a conflict, and
 * so is an insertion at the border of a changed line.
 */
export function mergeThreeWays(base: string, edited: string, content: string): MergedText {
  const baseLines = linesOf(base);
  const editedLines = linesOf(edited);
  const fileLines = linesOf(content);
  const starts = lineStarts(content);
  const theirs = changes(baseLines, fileLines);
  const pieces: { start: number; end: number; text: string }[] = [];
  const isTelling = tellingChanges(baseLines, fileLines);
  let shift = 0;
  let next = 0;
  for (const change of changes(baseLines, editedLines)) {
    for (; next < theirs.length && isBefore(theirs[next] as DiffStep, change); next += 1) {
      const { oldTo, newTo } = theirs[next] as DiffStep;
      shift = newTo - oldTo;
    }
    const ours = editedLines.slice(change.newFrom, change.newTo);
    const step = theirs[next];
    if (step !== undefined && isTogether(step, change)) {
      const own = fileLines.slice(step.newFrom, step.newTo);
      if (isSamePlace(step, change) && own.join("\n") === ours.join("\n")) continue;
      return { ok: false, line: step.newFrom + 1, theirs: own, ours };
    }
    const besideTheirs = [theirs[next - 1], step].find(
      (near) => near !== undefined && isBeside(near, change),
    );
    if (besideTheirs !== undefined && !isTelling(change)) {
      const own = fileLines.slice(besideTheirs.newFrom, besideTheirs.newTo);
      return { ok: false, line: besideTheirs.newFrom + 1, theirs: own, ours };
    }
    const place = {
      start: starts[change.oldFrom + shift] as number,
      end: starts[change.oldTo + shift] as number,
      isInsertion: change.oldFrom === change.oldTo,
      isLast: change.oldTo + shift === fileLines.length,
    };
    pieces.push(placed(content, place, ours));
  }
  let result = "";
  let reached = 0;
  for (const { start, end, text } of pieces) {
    result += content.slice(reached, start) + text;
    reached = end;
  }
  const regions = pieces.map(({ start, end }) => ({ start, end }));
  return { ok: true, content: result + content.slice(reached), regions };
}

/**
 * Returns whether a merge does not depend on the direction in which lines are compared. Where lines were inserted beside equal lines, either
 * may be the inserted ones: then the place of a change is not certain.
 */
export function isCertainMerge(base: string, edited: string, content: string, merged: string): boolean {
  const backwards = mergeThreeWays(reversed(base), reversed(edited), reversed(content));
  return backwards.ok && reversed(backwards.content) === linesOf(merged).join("\n");
}

/** Returns the lines of a text in reverse order. */
function reversed(text: string): string {
  return linesOf(text).reverse().join("\n");
}

/** A region of a text, by its first and last line from 1. */
interface LineRegion {
  readonly startLine: number;
  readonly endLine: number;
}

/** Returns whether the lines of a region of the base are unchanged in the content, and are those of the other region there. */
export function isUnchangedPlace(
  base: string,
  content: string,
  inBase: LineRegion | undefined,
  inContent: LineRegion | undefined,
): boolean {
  if (inBase === undefined || inContent === undefined) return false;
  const [from, to] = [inBase.startLine - 1, inBase.endLine];
  let shift = 0;
  for (const { oldFrom, oldTo, newTo } of changes(linesOf(base), linesOf(content))) {
    if (oldFrom >= to) break;
    if (oldTo > from) return false;
    shift = newTo - oldTo;
  }
  return inContent.startLine === inBase.startLine + shift && inContent.endLine === inBase.endLine + shift;
}

/** Returns the lines of a text; line ends are not compared. */
function linesOf(text: string): string[] {
  return text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}

/** Returns the offsets of the lines of a text, and its end. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  starts.push(text.length);
  return starts;
}

function changes(old: readonly string[], next: readonly string[]): DiffStep[] {
  const weightOf = (line: string) => (line.trim() === "" ? 0.5 : 1 + Math.min(line.length, 40) / 8);
  return diffSequences(old, next, weightOf).filter(({ kind }) => kind === "change");
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
function tellingChanges(base: readonly string[], file: readonly string[]): (change: DiffStep) => boolean {
  let counts: readonly [Map<string, number>, Map<string, number>] | undefined;
  return ({ oldFrom, oldTo }) => {
    counts ??= [lineCounts(base), lineCounts(file)];
    const [inBase, inFile] = counts;
    return base.slice(oldFrom, oldTo).some((line) => {
      const text = line.trim();
      return text !== "" && inBase.get(text) === 1 && inFile.get(text) === 1;
    });
  };
}

/** Returns how often each line occurs, without its indentation. */
function lineCounts(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const text = line.trim();
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

function isSamePlace(step: DiffStep, change: DiffStep): boolean {
  return step.oldFrom === change.oldFrom && step.oldTo === change.oldTo;
}

/** Returns a replacement of whole lines, with the line ends of the place. */
function placed(
  content: string,
  place: {
    readonly start: number;
    readonly end: number;
    readonly isInsertion: boolean;
    readonly isLast: boolean;
  },
  lines: readonly string[],
) {
  const { start, end } = place;
  const lineEnd = lineEndAt(content, Math.max(0, start - 1), end);
  const text = lines.join(lineEnd);
  if (!place.isLast) return { start, end, text: lines.length === 0 ? "" : text + lineEnd };
  // The last line has no line end: lines after it follow one, and removing it removes the one before it.
  if (place.isInsertion) return { start, end, text: lineEnd + text };
  if (lines.length > 0 || start === 0) return { start, end, text };
  return { start: start - (content.charCodeAt(start - 2) === 13 ? 2 : 1), end, text: "" };
}
