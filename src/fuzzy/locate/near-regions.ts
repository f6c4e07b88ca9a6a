import { compareLines, LIKENESS_RANK, type LineLikeness } from "../compare/index.js";
import type { MatchContext } from "../request/index.js";
import { hashLine, isCommentLine, isNamingLine, lineText, squeezedKey } from "../text/index.js";
import {
  type CandidateRegion,
  findCandidateRegions,
  type NeedlePlaces,
  placeNeedleLines,
} from "./candidate-regions.js";
import { fileKind, fileMarks } from "./file-kind.js";
import { alignLines, alignmentCells, type LineKnowledge, mayHoldTwo } from "./line-alignment.js";
import { needleChanges } from "./needle-changes.js";
import { type NeedleLines, readNeedle } from "./needle-lines.js";
import { wordOccursIn } from "./word-search.js";

/** Maximum number of aligned regions; others would be less similar. */
const MAX_REGIONS = 8;

/** The same limit for a needle so short that only its lines can distinguish regions. */
const MAX_REGIONS_OF_SHORT_NEEDLE = 60;

/** Share of the best region's weight below which a region can be neither the place nor a rival. */
const LEAST_WEIGHT = 0.12;

/** Minimum lines of a long needle: two places can hardly resemble it, and each is expensive. */
const LONG_NEEDLE_LINES = 400;
const MAX_REGIONS_OF_LONG_NEEDLE = 2;

/** Maximum visible lines of a needle that is aligned, about 0.2 s; texts of more lines have to occur but for blanks. */
const MAX_ALIGNED_LINES = 8_000;

/** Maximum lines of a needle for which lines of one shape are distinguished by their characters. */
const MAX_CLOSELY_COMPARED_LINES = 120;

/** Maximum lines of a short needle. */
const SHORT_NEEDLE_LINES = 2;

/** Maximum length of a line that is compared word by word. */
const MAX_COMPARED_CHARACTERS = 2_000;

/** A region that resembles the old text, with the comparison of each line. */
export interface NearRegion {
  /** First and last solid position in the index. */
  readonly first: number;
  readonly last: number;
  /** The solid position of each solid needle line, or -1. */
  readonly places: Int32Array;
  readonly likeness: readonly LineLikeness[];
  /** Sum of the line scores, for ordering. */
  readonly score: number;
  /** Share of the needle's lines that are equal, by weight. */
  readonly similarity: number;
}

/** The regions similar to the old text, best first, with the data computed for them. */
export interface NearSearch {
  readonly needle: NeedleLines;
  readonly places: NeedlePlaces;
  readonly regions: readonly NearRegion[];
}

/** Finds the regions that resemble the old text; shared by the alignment matcher and the hints. */
export function searchNear(context: MatchContext): NearSearch {
  return context.rememberOfOld("near", () => search(context));
}

function search(context: MatchContext): NearSearch {
  const index = context.index();
  const needle = readNeedle(context.old, fileKind(context));
  if (needle.solid.length > MAX_ALIGNED_LINES) context.budget.exhaust();
  const found = placeNeedleLines(index, needle);
  const places = needle.solid.length > SHORT_NEEDLE_LINES ? found : withLikeShapes(context, needle, found);
  if (needle.solid.length === 0 || !context.budget.take(needle.solid.length * 8)) {
    return { needle, places, regions: [] };
  }
  const limit = maxRegions(needle.solid.length);
  const regions: NearRegion[] = [];
  const compare = lineLikeness(context, needle);
  const knowledge = lineKnowledge(context, needle);
  const candidates = findCandidateRegions(needle, places, limit);
  const leastWeight = (candidates[0]?.weight ?? 0) * LEAST_WEIGHT;
  for (const candidate of candidates) {
    if (candidate.weight < leastWeight) break;
    if (!context.budget.take(alignmentCells(needle, candidate))) break;
    const region = alignRegion(needle, candidate, { compare, knowledge });
    if (!region) continue;
    const overlapping = regions.findIndex(
      (other) => region.first <= other.last && other.first <= region.last,
    );
    const rival = regions[overlapping];
    if (!rival) regions.push(region);
    else if (region.score > rival.score) regions[overlapping] = region;
    // Besides the first place, a second one has only the lines of the band: too few of a long needle.
    if (!mayHoldTwo(needle, candidate)) continue;
    if (!context.budget.take(alignmentCells(needle, candidate))) break;
    const isTaken = (position: number) =>
      regions.some((other) => position >= other.first && position <= other.last);
    const second = alignRegion(needle, candidate, { compare, knowledge, isTaken });
    if (second && !isTaken(second.first) && !isTaken(second.last)) regions.push(second);
  }
  regions.sort((one, other) => other.score - one.score || one.first - other.first);
  return { needle, places, regions };
}

function maxRegions(lines: number): number {
  if (lines <= SHORT_NEEDLE_LINES) return MAX_REGIONS_OF_SHORT_NEEDLE;
  return lines > LONG_NEEDLE_LINES ? MAX_REGIONS_OF_LONG_NEEDLE : MAX_REGIONS;
}

/** Maximum number of differing characters between a line and one that was kept only for its shape. */
const SHAPE_DIFFERENCE = 5;

/** In a short needle a very frequent shape must not hide the one line that is nearly equal. */
function withLikeShapes(context: MatchContext, needle: NeedleLines, places: NeedlePlaces): NeedlePlaces {
  const index = context.index();
  const shapePlaces = places.shapePlaces.map((positions, line) => {
    const own = needle.lines[needle.solid[line] as number]?.text ?? "";
    return positions.filter((position) => {
      const file = lineText(index, index.solid[position] as number).trim();
      return (
        Math.abs(own.length - file.length) < SHAPE_DIFFERENCE && unlikeMiddle(own, file) <= SHAPE_DIFFERENCE
      );
    });
  });
  return { ...places, shapePlaces };
}

/** Returns the characters between the common head and tail of two texts. */
function unlikeMiddle(one: string, other: string): number {
  const shortest = Math.min(one.length, other.length);
  let head = 0;
  while (head < shortest && one.charCodeAt(head) === other.charCodeAt(head)) head++;
  let tail = 0;
  while (
    tail < shortest - head &&
    one.charCodeAt(one.length - 1 - tail) === other.charCodeAt(other.length - 1 - tail)
  )
    tail++;
  return Math.max(one.length, other.length) - head - tail;
}

type Compare = (line: number, position: number) => LineLikeness;

/** Returns a function that compares a solid line of the needle with a solid line of the file. */
export function lineLikeness(context: MatchContext, needle: NeedleLines): Compare {
  const index = context.index();
  const known = new Map<string, boolean>();
  const has = (text: string, word: string) => {
    const key = `${text === context.content ? 1 : 0}${word}`;
    let found = known.get(key);
    if (found === undefined) {
      found = wordOccursIn(text, word);
      known.set(key, found);
    }
    return found;
  };
  const { touched, replacements } = needleChanges(context, needle);
  const { typoLetters } = context.thresholds;
  const { isMarkdown } = fileKind(context);
  const commentMarks = fileMarks(context);
  const inFile = (word: string) => has(context.content, word);
  const inOld = (word: string) => has(context.old, word);
  const replacementKeys = replacements.map((line) => (line === undefined ? undefined : squeezedKey(line)));
  return (line, position) => {
    const own = needle.lines[needle.solid[line] as number]?.text ?? "";
    const file = lineText(index, index.solid[position] as number);
    if (own.length > MAX_COMPARED_CHARACTERS || file.length > MAX_COMPARED_CHARACTERS) {
      return own.trim() === file.trim() ? "equal" : "different";
    }
    const trimmed = file.trim();
    if (own === trimmed) return "equal";
    const isComment =
      (needle.isComment[line] === true || own.startsWith("*")) && fileIsComment(context, position);
    const replacement = replacementKeys[line];
    // The file has this part of the edit already; another name, however, means another block.
    const hasReplacement = replacement !== undefined && replacement === squeezedKey(file);
    if (hasReplacement && (isComment || !isNamingLine(file) || isRenamed(context, own, replacement)))
      return "equal";
    return compareLines(own, trimmed, {
      isComment,
      isKept: touched[line] === false,
      isMarkdown,
      commentMarks,
      typoLetters,
      inFile,
      inOld,
    });
  };
}

/** Returns whether the file has a changed naming line once in its new form, and never in its old one: it is the same block. */
function isRenamed(context: MatchContext, old: string, replacement: string): boolean {
  const index = context.index();
  const keys = index.keyHash.subarray(0, index.solidCount);
  if (keys.includes(hashLine(old).key)) return false;
  const key = hashLine(replacement).key;
  const at = keys.indexOf(key);
  return at >= 0 && keys.indexOf(key, at + 1) < 0;
}

/** Returns whether the file's line at a solid position is a comment. */
export function fileIsComment(context: MatchContext, position: number): boolean {
  const index = context.index();
  const at = (line: number) =>
    line >= 0 && line < index.lineCount ? lineText(index, line).slice(0, 80) : undefined;
  return isCommentLine(at, index.solid[position] as number, fileKind(context));
}

/** Caches the comparison of lines for all regions. */
function lineKnowledge(context: MatchContext, needle: NeedleLines): LineKnowledge {
  const index = context.index();
  const comments = new Map<number, boolean>();
  const closenesses = new Map<number, number>();
  return {
    index,
    needle,
    isNeedleComment: (line) => needle.isComment[line] === true,
    isFileComment: (position) => {
      let found = comments.get(position);
      if (found === undefined) {
        found = fileIsComment(context, position);
        comments.set(position, found);
      }
      return found;
    },
    closeness: (line, position) => {
      // In a very long needle the equal lines determine the alignment of the others.
      if (needle.solid.length > MAX_CLOSELY_COMPARED_LINES) return 0.5;
      const key = line * index.solidCount + position;
      let found = closenesses.get(key);
      if (found === undefined) {
        const own = needle.lines[needle.solid[line] as number]?.text ?? "";
        const file = lineText(index, index.solid[position] as number).trim();
        found = 1 - unlikeMiddle(own, file) / Math.max(1, own.length, file.length);
        closenesses.set(key, found);
      }
      return found;
    },
  };
}

function alignRegion(
  needle: NeedleLines,
  candidate: CandidateRegion,
  known: {
    readonly compare: Compare;
    readonly knowledge: LineKnowledge;
    readonly isTaken?: (position: number) => boolean;
  },
): NearRegion | undefined {
  const alignment = alignLines(known.knowledge, candidate, known.isTaken);
  if (alignment.first < 0) return undefined;
  const likeness: LineLikeness[] = [];
  let score = 0;
  let equal = 0;
  let total = 0;
  for (let line = 0; line < needle.solid.length; line++) {
    const position = alignment.places[line] as number;
    const found = position < 0 ? "different" : known.compare(line, position);
    likeness.push(found);
    const worth = Math.min(20, 2 + (needle.lengths[line] as number));
    total += worth;
    if (found === "equal") equal += worth;
    score += worth * LIKENESS_RANK[found];
  }
  const similarity = total === 0 ? 0 : equal / total;
  return {
    first: alignment.first,
    last: alignment.last,
    places: alignment.places,
    likeness,
    score,
    similarity,
  };
}
