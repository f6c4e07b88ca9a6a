import { MAX_AMBIGUOUS_MATCHES, type Match, type MatchContext, type MatcherName } from "../request/index.js";
import {
  collapsedKey,
  hashLine,
  haveSameWords,
  type LineIndex,
  lineEnd,
  lineText,
  splitLines,
  squeezedKey,
  type TextLines,
} from "../text/index.js";
import { changesLostLine, findLostLine, type LostLine } from "./lost-line.js";

/** Differences that a block of whole lines may have, from least to most. */
const LEVELS = ["trailing-blanks", "line-keys", "blank-lines", "inline-blanks"] as const;
type Level = 0 | 1 | 2 | 3;

/** A block of whole lines equal to the old text except for white space and look-alikes. */
export interface BlockMatch {
  readonly level: Level;
  /** First and last line of the region in the index. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly pairs: readonly number[];
}

/**
 * Returns the blocks that contain all lines of the old text in sequence, with at most the differences of the
 * matcher's name.
 */
export function matchBlock(context: MatchContext, matcher: (typeof LEVELS)[number]): Match[] {
  const { blocks, needle } = rememberedBlocks(context);
  const level = LEVELS.indexOf(matcher);
  const found = blocks.filter((block) => block.level === level);
  const matches: Match[] = [];
  let reached = -1;
  for (const block of found) {
    if (context.all && block.firstLine <= reached) continue;
    reached = block.lastLine;
    matches.push(toMatch(context, matcher, block, needle));
  }
  return matches;
}

function toMatch(
  context: MatchContext,
  matcher: MatcherName,
  block: BlockMatch,
  { lines, endsWithNewline }: TextLines,
): Match {
  const index = context.index();
  return {
    matcher,
    start: index.starts[block.firstLine] as number,
    end: endsWithNewline ? (index.starts[block.lastLine + 1] as number) : lineEnd(index, block.lastLine),
    similarity: lines.length === 0 ? 0 : 1,
    placement: "merge",
    old: context.old,
    pairs: block.pairs,
  };
}

/** Returns whether a block of equal lines was refused because the old text lacks a line next to the change. */
export function hasUncertainBlock(context: MatchContext): boolean {
  return rememberedBlocks(context).isUncertain;
}

/** All blocks equal except for white space and look-alikes, by position; the four matchers share the search. */
interface FoundBlocks {
  readonly needle: TextLines;
  readonly blocks: readonly BlockMatch[];
  readonly isUncertain: boolean;
}

function rememberedBlocks(context: MatchContext): FoundBlocks {
  return context.rememberOfOld("blocks", () => searchBlocks(context, context.index()));
}

function searchBlocks(context: MatchContext, index: LineIndex): FoundBlocks {
  const needle = splitLines(context.old);
  const solid: number[] = [];
  needle.lines.forEach((line, at) => {
    if (hashLine(line.text).isSolid) solid.push(at);
  });
  if (solid.length === 0) return { needle, blocks: [], isUncertain: false };
  const hashes = Int32Array.from(solid, (at) => hashLine((needle.lines[at] as { text: string }).text).key);
  const blocks: BlockMatch[] = [];
  let isUncertain = false;
  const changesAt = (lost: LostLine) => {
    const changes = changesLostLine(context, needle, solid, lost);
    isUncertain ||= changes;
    return changes;
  };
  const searched = { needle, solid, changesAt };
  for (const at of findSequence(index.keyHash, index.solidCount, hashes)) {
    if (!context.budget.take(solid.length)) break;
    const block = compareBlock(index, at, searched);
    if (block) blocks.push(block);
    if (!context.all && blocks.length >= MAX_AMBIGUOUS_MATCHES) break;
  }
  return { needle, blocks, isUncertain };
}

/**
 * Yields the positions of a sequence of numbers (Knuth-Morris-Pratt: linear for any repetition, e.g. a
 * million closing braces).
 */
export function* findSequence(values: Int32Array, count: number, pattern: Int32Array): Generator<number> {
  const fallback = new Int32Array(pattern.length + 1);
  fallback[0] = -1;
  for (let at = 1, matched = 0; at < pattern.length; at++) {
    while (matched > 0 && pattern[at] !== pattern[matched]) matched = fallback[matched] as number;
    if (pattern[at] === pattern[matched]) matched++;
    fallback[at + 1] = matched;
  }
  for (let at = 0, matched = 0; at < count; at++) {
    while (matched > 0 && values[at] !== pattern[matched]) matched = fallback[matched] as number;
    if (values[at] === pattern[matched]) matched++;
    if (matched === pattern.length) {
      yield at - pattern.length + 1;
      matched = fallback[matched] as number;
    }
  }
}

/** The block that a search looks for. */
interface SearchedBlock {
  readonly needle: TextLines;
  /** Indexes of the lines that are not blank. */
  readonly solid: readonly number[];
  /** Returns whether the edit changes a line that the needle lacks. */
  readonly changesAt: (lost: LostLine) => boolean;
}

function compareBlock(
  index: LineIndex,
  at: number,
  { needle, solid, changesAt }: SearchedBlock,
): BlockMatch | undefined {
  let level: Level = 0;
  for (let place = 0; place < solid.length; place++) {
    const own = needle.lines[solid[place] as number];
    if (!own) return undefined;
    const file = lineText(index, index.solid[at + place] as number);
    const lineLevel = compareLine(own.indent + own.text, file);
    if (lineLevel === undefined) return undefined;
    if (lineLevel > level) level = lineLevel;
  }
  const lost = level > 0 ? findLostLine(index, at, needle, solid) : undefined;
  if (lost !== undefined && changesAt(lost)) return undefined;
  const first = at + (lost?.first ?? 0);
  const lineOf = (place: number) =>
    index.solid[first + place + (lost !== undefined && place >= lost.place ? 1 : 0)] as number;
  const pairs = new Array<number>(needle.lines.length).fill(-1);
  let sameBlanks = true;
  // Blank lines before the first and after the last solid line belong to the block as far as the file has
  // them.
  const leading = solid[0] as number;
  let firstLine = lineOf(0);
  const before = first > 0 ? (index.solid[first - 1] as number) : -1;
  const blanksBefore = Math.min(leading, firstLine - before - 1);
  if (blanksBefore < leading) sameBlanks = false;
  firstLine -= blanksBefore;
  for (let line = 0; line < blanksBefore; line++) pairs[leading - blanksBefore + line] = line;
  let lastLine = lineOf(solid.length - 1);
  const next = first + solid.length + (lost === undefined ? 0 : 1);
  const after = next < index.solidCount ? (index.solid[next] as number) : index.lineCount;
  const lastSolid = solid[solid.length - 1] as number;
  const trailing = needle.lines.length - 1 - lastSolid;
  const blanksAfter = Math.min(trailing, after - lastLine - 1);
  if (blanksAfter < trailing) sameBlanks = false;
  for (let line = 1; line <= blanksAfter; line++) pairs[lastSolid + line] = lastLine + line - firstLine;
  lastLine += blanksAfter;
  for (let place = 0; place < solid.length; place++) {
    const own = solid[place] as number;
    const file = lineOf(place);
    pairs[own] = file - firstLine;
    if (place === 0 || place === lost?.place) continue;
    const ownBlanks = own - (solid[place - 1] as number) - 1;
    const fileBlanks = file - lineOf(place - 1) - 1;
    if (ownBlanks !== fileBlanks) sameBlanks = false;
    for (let blank = Math.min(ownBlanks, fileBlanks); blank > 0; blank--) {
      pairs[own - ownBlanks + blank - 1] = file - fileBlanks + blank - 1 - firstLine;
    }
  }
  if (!sameBlanks && level < 2) level = 2;
  return { level, firstLine, lastLine, pairs };
}

/**
 * Returns the level of likeness of two lines, or `undefined` if more than white space and look-alikes differ.
 */
function compareLine(own: string, file: string): Level | undefined {
  if (own.trimEnd() === file.trimEnd()) return 0;
  // Nearly always only the indentation differs, and the keys are those of equal texts.
  if (own.trim() === file.trim() || collapsedKey(own) === collapsedKey(file)) return 1;
  if (squeezedKey(own) === squeezedKey(file) && haveSameWords(own, file)) return 3;
  return undefined;
}
