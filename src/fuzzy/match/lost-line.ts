import { diffTexts } from "../diff/index.js";
import type { MatchContext } from "../request/index.js";
import { hashLine, type LineIndex, lineText, splitLines, type TextLines } from "../text/index.js";

/** A line of several equal ones, such as closing braces, that the old text lacks. */
export interface LostLine {
  /** The place among the solid lines of the old text before which the line is missing. */
  readonly place: number;
  /** Where the first line is, relative to the block that was found: 0 or -1. */
  readonly first: 0 | -1;
}

/**
 * Returns the line that the old text lacks where its lines stand at another depth than their partners: of several closing lines
 * the old text lacks one, and the lines on one side of it mean those next to their partners.
 *
 * @param at - the position of the block among the solid lines of the file
 * @param solid - the solid lines of the old text
 */
export function findLostLine(
  index: LineIndex,
  at: number,
  needle: TextLines,
  solid: readonly number[],
): LostLine | undefined {
  const own = (place: number) => needle.lines[solid[place] as number]?.indent ?? "";
  const file = (place: number) => /^[ \t]*/.exec(fileLine(index, at + place))?.[0] ?? "";
  const places = [...solid.keys()];
  const hasKey = (place: number, shift: number) => {
    const position = at + place + shift;
    if (position < 0 || position >= index.solidCount) return false;
    return index.keyHash[position] === hashLine(needle.lines[solid[place] as number]?.text ?? "").key;
  };
  const below = deviation(places, own, file);
  if (below === undefined) return undefined;
  if (below > 0 && places.slice(below).every((place) => hasKey(place, 1))) {
    const moved = (place: number) => file(place < below ? place : place + 1);
    if (deviation(places, own, moved) === undefined) return { place: below, first: 0 };
  }
  const above = deviation(places.toReversed(), own, file);
  if (above !== undefined && above + 1 < solid.length) {
    // A first line without indentation was copied from inside a line.
    if (above === 0 && own(0) === "") return undefined;
    if (!places.slice(0, above + 1).every((place) => hasKey(place, -1))) return undefined;
    const moved = (place: number) => file(place > above ? place : place - 1);
    if (deviation(places, own, moved) === undefined) return { place: above + 1, first: -1 };
  }
  return undefined;
}

/**
 * Returns whether the edit adds or removes lines next to a lost line. On which side of it the change belongs is not certain.
 */
export function changesLostLine(
  context: MatchContext,
  needle: TextLines,
  solid: readonly number[],
  { place }: LostLine,
): boolean {
  const { newText } = context;
  if (newText === undefined) return true;
  const [above, below] = [solid[place - 1] as number, solid[place] as number];
  return diffTexts(needle.lines, splitLines(newText).lines).some(
    ({ kind, oldFrom, oldTo, newFrom, newTo }) =>
      kind === "change" && oldTo - oldFrom !== newTo - newFrom && oldFrom <= below && oldTo > above,
  );
}

/** Returns the first place whose depth contradicts the places before it: equal depths stay equal, and different ones different. */
function deviation(
  places: readonly number[],
  own: (place: number) => string,
  file: (place: number) => string,
): number | undefined {
  const fileOf = new Map<string, string>();
  const ownOf = new Map<string, string>();
  for (const place of places) {
    const [mine, theirs] = [own(place), file(place)];
    if ((fileOf.get(mine) ?? theirs) !== theirs || (ownOf.get(theirs) ?? mine) !== mine) return place;
    fileOf.set(mine, theirs);
    ownOf.set(theirs, mine);
  }
  return undefined;
}

function fileLine(index: LineIndex, position: number): string {
  return lineText(index, index.solid[position] as number);
}
