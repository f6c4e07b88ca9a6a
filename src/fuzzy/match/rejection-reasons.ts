import { LIKENESS_RANK } from "../compare/index.js";
import { diffTexts } from "../diff/index.js";
import {
  fileIsComment,
  type NearRegion,
  type NearSearch,
  type NeedleChanges,
  type NeedleLines,
  needleChanges,
  readNeedle,
} from "../locate/index.js";
import type { MatchContext } from "../request/index.js";
import { isNamingLine, lineText, wordsOf } from "../text/index.js";
import { findSequence } from "./block-matcher.js";

/** Minimum visible characters of a distinctive line. */
const TELLING_CHARACTERS = 10;

/** Number of visible characters below which a line alone is not evidence. */
const WEAK_CHARACTERS = 4;

/** Maximum number of checked places of the new text; one is enough for a doubt. */
const MAX_PLACES_OF_NEW_TEXT = 100;

/** Required ratio of lines that favour a place to lines that favour another. */
const EVIDENCE_MARGIN = 3;

/**
 * Returns why a similar region is not the place, as a sentence for the hint, or `undefined` if it is certain.
 */
export function rejectionReason(
  context: MatchContext,
  near: NearSearch,
  region: NearRegion,
  { rivals, places = 1 }: { readonly rivals: readonly NearRegion[]; readonly places?: number },
): string | undefined {
  const { needle } = near;
  const changes = needleChanges(context, needle);
  return (
    linesReason(context, needle, region, changes.touched) ??
    gapsReason(context, needle, region, changes) ??
    evidenceReason(context, near, region, places) ??
    rivalsReason(context, region, rivals) ??
    (isAlreadyApplied(context, region) ? "the new text already stands there" : undefined)
  );
}

function linesReason(
  context: MatchContext,
  needle: NeedleLines,
  region: NearRegion,
  touched: readonly boolean[],
): string | undefined {
  const index = context.index();
  const count = needle.solid.length;
  let loose = 0;
  for (let line = 0; line < count; line++) {
    const likeness = region.likeness[line] as keyof typeof LIKENESS_RANK;
    const position = region.places[line] as number;
    if (likeness === "equal") continue;
    const isComment = needle.isComment[line] === true;
    if (position < 0 || likeness === "different") {
      if (isComment && !touched[line] && position < 0) continue;
      return position < 0
        ? "a line of the old text is not in the file"
        : "a line differs in more than a typo";
    }
    const file = lineText(index, index.solid[position] as number);
    if (likeness === "comment") continue;
    if (likeness === "remark") {
      if (touched[line]) return "the edit changes a comment that reads differently in the file";
      continue;
    }
    if (likeness !== "paraphrase") continue;
    if (touched[line]) return "the edit changes a line that reads differently in the file";
    if (line !== 0 && line !== count - 1) return "a line inside the old text reads differently in the file";
    if (isNamingLine(file) && !sameName(needle, line, file)) return "the old text names another block";
    loose++;
  }
  if (loose > Math.max(1, Math.floor(count * context.thresholds.looseLineShare)))
    return "too many lines differ";
  return undefined;
}

/** A changed naming line must still declare the same kind of thing with the same name. */
function sameName(needle: NeedleLines, line: number, file: string): boolean {
  const own = needle.lines[needle.solid[line] as number]?.text ?? "";
  if (file.trim().startsWith("#") && own.startsWith("#"))
    return wordsOf(own).length > 1 && wordsOf(file).length > 1;
  const nameOf = (text: string) =>
    /(?<![\p{L}\p{N}_$])\p{N}*([\p{L}_$][\p{L}\p{N}_$]*)\s*[<(={:]/u.exec(text)?.[1];
  return nameOf(own) !== undefined && nameOf(own) === nameOf(file);
}

/**
 * Returns why the file's additional lines rule out the region. The model has not read a line of code that
 * only the file has, whatever the edit does around it. Comments may have been omitted, but not next to a
 * changed line that is not distinctive (`}`, ` *`), because such a line is very frequent.
 */
function gapsReason(
  context: MatchContext,
  needle: NeedleLines,
  region: NearRegion,
  { touched, additions, isReindented }: NeedleChanges,
): string | undefined {
  let previous = -1;
  let previousLine = -1;
  const isWeakEdit = (line: number) =>
    touched[line] === true && (needle.lengths[line] as number) < WEAK_CHARACTERS;
  for (const [line, position] of region.places.entries()) {
    if (position < 0) continue;
    if (previous >= 0 && position > previous + 1 && (isWeakEdit(line) || isWeakEdit(previousLine))) {
      return "a changed line could be any of several";
    }
    for (let between = previous + 1; previous >= 0 && between < position; between++) {
      if (!fileIsComment(context, between))
        return "the file has a line in between that the old text leaves out";
    }
    // A comment describes the line below it, except where it continues a comment, or the edit moves that line.
    const isOpen = needle.isComment[previousLine] === true || isReindented[line] === true;
    if (previous >= 0 && position > previous + 1 && additions.has(line) && isOpen) {
      return "the edit adds lines where the file has a comment that the old text leaves out";
    }
    previous = position;
    previousLine = line;
  }
  return undefined;
}

function evidenceReason(
  context: MatchContext,
  near: NearSearch,
  region: NearRegion,
  regionCount: number,
): string | undefined {
  const { needle, places } = near;
  const { equalLineShare, loneLineCharacters } = context.thresholds;
  let code = 0;
  let equal = 0;
  let typos = 0;
  let paraphrases = 0;
  let telling = false;
  for (let line = 0; line < needle.solid.length; line++) {
    const likeness = region.likeness[line];
    if (needle.isComment[line] && likeness !== "equal" && likeness !== "typo") continue;
    code++;
    if (likeness === "equal" || likeness === "comment") equal++;
    else if (likeness === "typo" || likeness === "mark") typos++;
    else paraphrases++;
    const length = needle.lengths[line] as number;
    if (
      likeness === "equal" &&
      (places.keyCounts[line] as number) <= regionCount &&
      length >= TELLING_CHARACTERS
    )
      telling = true;
    // A long mistyped line occurs nowhere else either: other places with its shape are rivals.
    if (likeness === "typo" && length >= loneLineCharacters) telling = true;
  }
  if (!telling) telling = isTellingTogether(near, region, regionCount);
  if (equal === 0) {
    const length = needle.lengths[0] as number;
    const alone = code === 1 && typos === 1 && length >= loneLineCharacters;
    return alone ? undefined : "no line of the old text stands in the file as it is";
  }
  const shareNeeded = paraphrases > 0 ? Math.max(equalLineShare, 0.7) : equalLineShare;
  const shortEnough = code <= 3 && telling && typos === 1 && paraphrases === 0;
  if (equal < shareNeeded * code && !shortEnough) return "too few lines are equal";
  if (!telling) return "no line of the old text is found in this place only";
  if (typos > Math.max(2, code / 3)) return "too many lines are mistyped";
  return undefined;
}

/**
 * Returns whether the equal lines, each of which may also occur elsewhere, occur together in this form only
 * here.
 */
function isTellingTogether(near: NearSearch, region: NearRegion, regionCount: number): boolean {
  const { needle, places } = near;
  let starts: Set<number> | undefined;
  let characters = 0;
  for (let line = 0; line < needle.solid.length; line++) {
    const found = places.keyPlaces[line] as readonly number[];
    // A truncated list proves nothing.
    if (region.likeness[line] !== "equal" || found.length < (places.keyCounts[line] as number)) continue;
    characters += needle.lengths[line] as number;
    const offset = (region.places[line] as number) - region.first;
    const here = new Set(found.map((position) => position - offset));
    starts = starts === undefined ? here : new Set([...starts].filter((start) => here.has(start)));
  }
  return starts !== undefined && starts.size <= regionCount && characters >= 2 * TELLING_CHARACTERS;
}

/**
 * Returns why a rival prevents certainty. The margin is evidence: a line favours this place, and none, or far
 * fewer, favour another.
 */
function rivalsReason(
  context: MatchContext,
  region: NearRegion,
  rivals: readonly NearRegion[],
): string | undefined {
  for (const rival of rivals) {
    if (rival.score < region.score * 0.3) continue;
    let here = 0;
    let there = 0;
    for (const [line, likeness] of region.likeness.entries()) {
      const other = rival.likeness[line];
      if (other === undefined) continue;
      // A mistyped name may be meant for the rival, whose name it resembles as well.
      if (likeness === "typo" && evidenceOf(other) === 0 && areSiblings(context, [region, rival], line))
        continue;
      if (evidenceOf(likeness) > evidenceOf(other)) here++;
      else if (evidenceOf(likeness) < evidenceOf(other)) there++;
    }
    // Lines in sequence here and scattered there favour this place.
    if (here === 0 && there === 0 && spreadOf(rival) > spreadOf(region)) continue;
    if (here === 0 || here < EVIDENCE_MARGIN * there) return "another place is as near";
  }
  return undefined;
}

/** Minimum share of letters at the start that the names of two siblings have in common. */
const SIBLING_SHARE = 0.6;

/** Returns whether the lines of two places differ in one name only, in its end: `require` and `requires`. */
function areSiblings(
  context: MatchContext,
  places: readonly [NearRegion, NearRegion],
  line: number,
): boolean {
  const index = context.index();
  const textAt = (region: NearRegion): string => {
    const at = placeOf(region, line);
    return at === undefined || at >= index.solidCount ? "" : lineText(index, index.solid[at] as number);
  };
  const [here, there] = [wordsOf(textAt(places[0])), wordsOf(textAt(places[1]))];
  if (here.length !== there.length) return false;
  const differing = here.flatMap((word, at) =>
    word === there[at] ? [] : [[word, there[at] as string] as const],
  );
  const [names] = differing;
  if (names === undefined || differing.length > 1) return false;
  const [one, other] = names;
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared >= SIBLING_SHARE * Math.max(one.length, other.length);
}

/** Returns the place of a line; next to that of its neighbour if it has none. */
function placeOf({ places }: NearRegion, line: number): number | undefined {
  const own = places[line] ?? -1;
  if (own >= 0) return own;
  const before = places[line - 1] ?? -1;
  if (before >= 0) return before + 1;
  const after = places[line + 1] ?? -1;
  return after > 0 ? after - 1 : undefined;
}

/** Returns the number of solid lines of the file inside a region that no needle line matches. */
function spreadOf(region: NearRegion): number {
  return region.last - region.first + 1 - region.places.filter((place) => place >= 0).length;
}

/** Returns the weight of a line as evidence for the place; a line that differs has none. */
function evidenceOf(likeness: keyof typeof LIKENESS_RANK): number {
  const rank = LIKENESS_RANK[likeness];
  return rank >= LIKENESS_RANK.typo ? rank : 0;
}

/** Returns whether the lines of the new text already occur at the region, in sequence. */
function isAlreadyApplied(context: MatchContext, region: NearRegion): boolean {
  return placesOfNewText(context).some(([first, last]) => first <= region.last && last >= region.first);
}

/**
 * Returns the places that already contain the new text, as first and last solid positions. Empty unless the
 * new text adds something, because the result of a deletion is present before it too.
 */
export function placesOfNewText(context: MatchContext): readonly (readonly [number, number])[] {
  const { newText } = context;
  if (newText === undefined) return [];
  return context.rememberOfOld("placesOfNewText", () => {
    const next = readNeedle(newText);
    const adds = diffTexts(readNeedle(context.old).lines, next.lines).some(
      (step) =>
        step.kind === "change" && next.lines.slice(step.newFrom, step.newTo).some((line) => line.text !== ""),
    );
    if (!adds || next.keys.length === 0) return [];
    const index = context.index();
    const places: (readonly [number, number])[] = [];
    for (const at of findSequence(index.keyHash, index.solidCount, next.keys)) {
      places.push([at, at + next.keys.length - 1]);
      if (places.length >= MAX_PLACES_OF_NEW_TEXT) break;
    }
    return places;
  });
}
