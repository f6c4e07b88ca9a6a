import type { Match, MatchContext, MatcherName } from "../request/index.js";
import { hashLine } from "../text/index.js";
import { matchBlock } from "./block-matcher.js";
import { undoCodeFence } from "./code-fence-undo.js";
import { undoDiffMarks } from "./diff-mark-undo.js";
import { undoEntities, undoEscapes } from "./escape-undo.js";
import { matchExact } from "./exact-matcher.js";
import { matchLineEnds } from "./line-end-matcher.js";
import { undoLineNumbers } from "./line-number-undo.js";
import type { Undoing } from "./undoing.js";
import { undoWrappings } from "./wrapping-undo.js";

/** The matchers that undo a change. */
export type UndoName = "line-numbers" | "code-fence" | "diff-marks" | "wrapping" | "escapes" | "entities";

/** The ways to undo each kind of change. */
const UNDOINGS: Readonly<Record<UndoName, (context: MatchContext) => Iterable<Undoing>>> = {
  "line-numbers": ({ old, newText }) => mostAlike([...undoLineNumbers(old)], newText),
  "diff-marks": ({ old, newText }) => undoDiffMarks(old, newText),
  // Of two fence lines one may be the file's, which the longer text shows.
  wrapping: ({ old }) => undoWrappings(old),
  "code-fence": ({ old, newText }) => undoCodeFence(old, newText),
  escapes: (context) => undoEscapes(context.old, lineFinder(context)),
  entities: (context) => undoEntities(context.old, lineFinder(context)),
};

type Step = (context: MatchContext) => Match[];

const STRICT_STEPS: readonly Step[] = [
  matchExact,
  matchLineEnds,
  (context) => matchBlock(context, "trailing-blanks"),
];

const LOOSE_STEPS: readonly Step[] = [
  (context) => matchBlock(context, "line-keys"),
  (context) => matchBlock(context, "blank-lines"),
];

/**
 * Returns the places of the old text with any kind of change undone that occur as they are. An exact place of an undone text
 * is more certain than a loose one of the text itself.
 */
export function matchUndoneExactly(context: MatchContext): Match[] {
  return match(context, Object.keys(UNDOINGS) as UndoName[], STRICT_STEPS);
}

/**
 * Returns the places of the first undoing whose text occurs in the content, by the strict matchers only: a loosely matched
 * undone text would be a guess based on a guess.
 */
export function matchUndone(context: MatchContext, name: UndoName): Match[] {
  return match(context, [name], [...STRICT_STEPS, ...LOOSE_STEPS]);
}

function match(context: MatchContext, names: readonly UndoName[], steps: readonly Step[]): Match[] {
  const undoings = names.flatMap((matcher) =>
    Array.from(UNDOINGS[matcher](context), (undoing) => ({ undoing, matcher: matcher as MatcherName })),
  );
  for (const step of steps) {
    let best: Match[] = [];
    let most = -1;
    for (const { undoing, matcher } of undoings) {
      if (undoing.old === context.old || undoing.old.trim() === "") continue;
      const inner = context.withOld(undoing.old, context.newText);
      const found = step(inner).filter(
        (place) =>
          !(standsAlready(context, undoing, place) || isLineOfFile(context, undoing, place)) &&
          !(step === matchExact && leavesBlanks(context, place)),
      );
      const kept = found.length > 0 ? keptLines(undoing, context.newText) : -1;
      if (kept <= most) continue;
      best = found.map((place) => ({ ...place, matcher, restore: undoing.restore }));
      most = kept;
    }
    if (best.length > 0) return best;
  }
  return [];
}

/** Returns the undoings that leave both texts with the same indentation: of two ways to read a line number, these are right. */
function mostAlike(undoings: readonly Undoing[], newText: string | undefined): readonly Undoing[] {
  if (newText === undefined || undoings.length < 2) return undoings;
  // Numbers in both texts are read in the same way.
  if (undoings.some(({ restore }) => restore(newText) !== newText)) return undoings;
  const likeness = undoings.map((undoing) => keptLines(undoing, newText));
  const most = Math.max(...likeness);
  const alike = undoings.filter((_, at) => likeness[at] === most);
  if (most > 0 || alike.length < 2) return alike;
  const isAligned = ({ old }: Undoing) => leastIndent(old) === leastIndent(newText);
  return alike.some(isAligned) ? alike.filter(isAligned) : alike;
}

/** Returns the columns of the least indented visible line. */
function leastIndent(text: string): number {
  const indents = text.split("\n").map((line) => line.search(/\S/));
  return Math.min(...indents.filter((columns) => columns >= 0));
}

/** Returns how many lines of the new text are lines of the old one after an undoing. */
function keptLines({ old, restore }: Undoing, newText: string | undefined): number {
  if (newText === undefined) return 0;
  const known = new Set(old.split("\n"));
  return restore(newText)
    .split("\n")
    .filter((line) => line.trim() !== "" && known.has(line)).length;
}

/**
 * Returns whether the new text already surrounds a match: undoing must not make an old edit look unapplied.
 */
function standsAlready(context: MatchContext, undoing: Undoing, place: Match): boolean {
  if (context.newText === undefined) return false;
  const next = undoing.restore(context.newText);
  const at = next.indexOf(undoing.old);
  return at >= 0 && place.start >= at && context.content.startsWith(next, place.start - at);
}

/** Returns whether the file has the line that an undoing took off, next to a match: then it is not an addition of the call. */
function isLineOfFile(
  { content }: MatchContext,
  { lineBefore, lineAfter }: Undoing,
  { start, end }: Match,
): boolean {
  if (lineBefore !== undefined) {
    const before = content.lastIndexOf("\n", start - 1);
    return (
      before > 0 &&
      content.slice(content.lastIndexOf("\n", before - 1) + 1, before).trim() === lineBefore.trim()
    );
  }
  if (lineAfter === undefined) return false;
  const after = content.indexOf("\n", end - 1) + 1;
  const last = content.indexOf("\n", after);
  return after > 0 && content.slice(after, last < 0 ? content.length : last).trim() === lineAfter.trim();
}

/** Returns whether a match consists of whole lines except for blanks at the end of the last one. */
function leavesBlanks({ content }: MatchContext, { start, end }: Match): boolean {
  if (start > 0 && content.charCodeAt(start - 1) !== 10) return false;
  let at = end;
  while (content.charCodeAt(at) === 32 || content.charCodeAt(at) === 9) at += 1;
  return (
    at > end && (at === content.length || content.charCodeAt(at) === 10 || content.charCodeAt(at) === 13)
  );
}

/** Returns a function that tells whether a line stands in the file, whatever its indentation. */
function lineFinder(context: MatchContext): (line: string) => boolean {
  const keys = () => {
    const index = context.index();
    return new Set(index.keyHash.subarray(0, index.solidCount));
  };
  return (line) => {
    const { key, isSolid } = hashLine(line);
    return isSolid && context.remember("lineKeys", keys).has(key);
  };
}
