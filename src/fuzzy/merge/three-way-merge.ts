import { lineEndAt } from "../text/index.js";
import { LineNumbers } from "./line-numbers.js";
import { changedSteps, isCertainMerge, mergeSides } from "./merge-sides.js";

/** The result of a merge: the text with the changes of both sides, or the lines that both changed. */
export type MergedText =
  | {
      readonly ok: true;
      readonly content: string;
      /** The changed regions of the content before the merge, in offsets. */
      readonly regions: readonly { readonly start: number; readonly end: number }[];
      /**
       * Whether the merge does not depend on the direction in which lines are compared. If it does, the place of a change is not
       * certain.
       */
      readonly isCertain: boolean;
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
  const numbers = new LineNumbers();
  const sides = {
    base: numbers.linesOf(base),
    edited: numbers.linesOf(edited),
    file: numbers.linesOf(content),
  };
  const merged = mergeSides(sides, numbers);
  if (!merged.ok) {
    const [theirs, ours] = [merged.theirs, merged.ours].map((lines) => textsOf(lines, numbers)) as [
      string[],
      string[],
    ];
    return { ok: false, line: merged.at + 1, theirs, ours };
  }
  const starts = lineStarts(content);
  const regions: { start: number; end: number }[] = [];
  let result = "";
  let reached = 0;
  for (const { from, to, lines } of merged.pieces) {
    const { start, end, text } = placed(
      content,
      {
        start: starts[from] as number,
        end: starts[to] as number,
        isInsertion: from === to,
        isLast: to === sides.file.length,
      },
      textsOf(lines, numbers),
    );
    result += content.slice(reached, start) + text;
    reached = end;
    regions.push({ start, end });
  }
  return {
    ok: true,
    content: result + content.slice(reached),
    regions,
    isCertain: isCertainMerge(sides, merged.pieces, numbers),
  };
}

function textsOf(lines: readonly number[], numbers: LineNumbers): string[] {
  return lines.map((line) => numbers.textOf(line));
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
  const numbers = new LineNumbers();
  let shift = 0;
  for (const { oldFrom, oldTo, newTo } of changedSteps(
    numbers.linesOf(base),
    numbers.linesOf(content),
    numbers,
  )) {
    if (oldFrom >= to) break;
    if (oldTo > from) return false;
    shift = newTo - oldTo;
  }
  return inContent.startLine === inBase.startLine + shift && inContent.endLine === inBase.endLine + shift;
}

/** Returns the offsets of the lines of a text, and its end. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  starts.push(text.length);
  return starts;
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
