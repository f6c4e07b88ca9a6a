import { LIKENESS_RANK, type LineLikeness } from "../compare/index.js";
import {
  fileKind,
  lineLikeness,
  type NearRegion,
  type NeedleLines,
  needleChanges,
  readNeedle,
} from "../locate/index.js";
import { MAX_AMBIGUOUS_MATCHES, type MatchContext } from "../request/index.js";
import { areSpelledAlike, lineAt, lineText } from "../text/index.js";

/** Words that no spelling of a line changes; `_` at their start or end may be a mark of Markdown. */
const PROBE = /(?<![\p{L}\p{N}_$\\&])[A-Za-z]+(?:_[A-Za-z]+)*(?![\p{L}\p{N}_$])/gu;

/** Minimum letters of such a word; shorter ones are frequent. */
const MIN_PROBE_LETTERS = 3;

/** Words that a spelling of a line may lack. */
const MODIFIERS =
  /^(?:export|default|async|public|private|protected|internal|static|final|readonly|abstract|override|pub|inline|extern|unsafe)$/;

/** Maximum probes of which the rarest is used. */
const MAX_PROBES = 6;

/** Maximum words that are searched for in the file before lines are compared; a typo is likely to be among them. */
const MAX_SEARCHED_WORDS = 64;

/** Maximum occurrences of a probe. */
const MAX_PROBE_PLACES = 200;

/** Maximum length of a compared line. */
const MAX_COMPARED_CHARACTERS = 2_000;

/** Minimum visible characters of the old text. */
const MIN_CHARACTERS = 10;

/** Maximum lines of the old text: each of them is compared word by word. */
const MAX_LINES = 2_000;

/** Minimum lines of the old text: the edit keeps one of them, so that it shows the place. */
const MIN_LINES = 2;

/**
 * Returns the regions whose lines are those of the old text in another spelling, by position. All of them are found, so that a single one
 * is certain: a word that no spelling changes locates them.
 *
 * A line that the edit changes differs at most in its quotes or in the mark at its end.
 */
export function findSpelledAlike(context: MatchContext): readonly NearRegion[] {
  if (isLongerThan(context.old, MAX_LINES)) return [];
  const index = context.index();
  const kind = fileKind(context);
  const needle = readNeedle(context.old, kind);
  const count = needle.solid.length;
  const characters = needle.lengths.reduce((sum, length) => sum + length, 0);
  if (count < MIN_LINES || characters < MIN_CHARACTERS || count > index.solidCount) return [];
  const words = needle.solid.map((at) => keptWords(needle.lines[at]?.text ?? ""));
  const probe = rarestProbe(context, words);
  if (probe === undefined) return [];
  const { touched } = needleChanges(context, needle);
  const compare = lineLikeness(context, needle);
  const regions: NearRegion[] = [];
  let reached = -1;
  for (const offset of probe.offsets) {
    const line = lineAt(index, offset);
    if (line === reached) continue;
    reached = line;
    const first = solidPosition(index.solid, index.solidCount, line) - probe.line;
    if (first < 0 || first + count > index.solidCount) continue;
    const likeness: LineLikeness[] = [];
    for (let at = 0; at < count; at++) {
      if (!context.budget.take(200)) return [];
      const own = needle.lines[needle.solid[at] as number]?.text ?? "";
      const file = lineText(index, index.solid[first + at] as number);
      if (Math.max(own.length, file.length) > MAX_COMPARED_CHARACTERS) break;
      const found = compare(at, first + at);
      const isAlike = found === "equal" || found === "mark" || found === "comment";
      if (!isAlike && touched[at] === true) break;
      // Comparing two spellings takes many times longer than looking for words.
      const hasWords = isAlike || (words[at] as readonly string[]).every((word) => file.includes(word));
      if (!isAlike && !(hasWords && areSpelledAlike(own, file, kind))) break;
      likeness.push(isAlike ? found : "mark");
    }
    if (likeness.length === count) regions.push(regionOf(needle, first, likeness));
    if (regions.length >= MAX_AMBIGUOUS_MATCHES) break;
  }
  return regions;
}

/** Returns whether a text has more than a number of lines. */
function isLongerThan(text: string, lines: number): boolean {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0 && count <= lines; at = text.indexOf("\n", at + 1)) count++;
  return count > lines;
}

function regionOf(
  { solid, lengths }: NeedleLines,
  first: number,
  likeness: readonly LineLikeness[],
): NearRegion {
  const weigh = (value: (line: LineLikeness) => number) =>
    likeness.reduce((sum, line, at) => sum + (lengths[at] as number) * value(line), 0);
  return {
    first,
    last: first + solid.length - 1,
    places: Int32Array.from(solid, (_, at) => first + at),
    likeness,
    score: weigh((line) => LIKENESS_RANK[line]),
    similarity:
      weigh((line) => (line === "equal" ? 1 : 0)) /
      Math.max(
        1,
        weigh(() => 1),
      ),
  };
}

/** Returns the words of a line that are in every spelling of it. */
function keptWords(line: string): readonly string[] {
  return Array.from(line.slice(0, MAX_COMPARED_CHARACTERS).matchAll(PROBE), ([word]) => word).filter(
    (word) => word.length >= MIN_PROBE_LETTERS && !MODIFIERS.test(word),
  );
}

/** Returns the rarest of some words of the needle, with its line among the solid ones and all its offsets in the file. */
function rarestProbe(
  { content }: MatchContext,
  wordsOfLines: readonly (readonly string[])[],
): { readonly line: number; readonly offsets: readonly number[] } | undefined {
  const words = wordsOfLines
    .flatMap((words, line) => words.map((word) => ({ word, line })))
    .sort((one, other) => other.word.length - one.word.length);
  // A word that is not in the file shows that no line is a spelling of its line.
  const distinct = new Set(words.map(({ word }) => word));
  for (const word of [...distinct].slice(0, MAX_SEARCHED_WORDS))
    if (!content.includes(word)) return undefined;
  let best: { line: number; offsets: readonly number[] } | undefined;
  for (const { word, line } of words.slice(0, MAX_PROBES)) {
    const offsets: number[] = [];
    for (
      let at = content.indexOf(word);
      at >= 0 && offsets.length <= MAX_PROBE_PLACES;
      at = content.indexOf(word, at + word.length)
    )
      offsets.push(at);
    if (offsets.length <= MAX_PROBE_PLACES && (best === undefined || offsets.length < best.offsets.length))
      best = { line, offsets };
  }
  return best;
}

/** Returns the position of a line among the solid lines. */
function solidPosition(solid: Int32Array, count: number, line: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((solid[middle] as number) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
