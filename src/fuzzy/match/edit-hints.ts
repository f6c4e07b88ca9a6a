import { pairSimilarLines } from "../compare/index.js";
import { findWordPlaces, type NearRegion, readNeedle, searchNear } from "../locate/index.js";
import type { EditHint, MatchContext } from "../request/index.js";
import { lineAt, lineText } from "../text/index.js";
import { findSequence } from "./block-matcher.js";
import { invisibleNote, shownLine, shownPair } from "./invisible-characters.js";
import { looksNumbered } from "./line-number-undo.js";
import { rejectionReason } from "./rejection-reasons.js";

/** Maximum number of similar places shown. */
const MAX_NEAR_HINTS = 3;

/** Maximum number of differing lines shown for one place. */
const MAX_DIFF_LINES = 12;

/** Minimum share of equal text for a place to be shown. */
const LEAST_SIMILARITY = 0.15;

/** Minimum length of a line that is shown for one visible character: shorter lines are one character away from too many others. */
const SHORTEST_CLOSE_LINE = 3;

/** Number of lines of the old text that are compared with every line of the file. */
const MAX_CLOSE_LINES = 3;

/** Minimum likeness of two lines that are shown as one changed line. */
const SHOWN_PAIR_SIMILARITY = 0.4;

/** Returns the hints after a failed search: recognisable mistakes first, then the most similar places. */
export function hintsFor(context: MatchContext): EditHint[] {
  const hints: EditHint[] = [];
  const applied = alreadyApplied(context);
  if (applied) hints.push(applied);
  if (looksNumbered(context.old) && /^\s*\d/.test(context.old)) {
    hints.push({
      kind: "line-numbers",
      message:
        "oldString seems to contain line numbers from a listing; send the text of the lines without them.",
    });
  }
  const near = nearMissHints(context).filter((hint) => !(applied && areTogether(applied, hint)));
  if (applied === undefined || near.length > 0) hints.push(...near);
  if (/\\[nt"]/.test(context.old) && near.length === 0) {
    hints.push({
      kind: "escapes",
      message:
        'oldString contains escapes such as \\n or \\"; send line breaks and quotes as they are in the file.',
    });
  }
  if (hints.length === 0) hints.push(...closeLine(context));
  if (hints.length === 0) {
    hints.push({
      kind: "wrong-file",
      message:
        "Nothing in the file resembles oldString: it may be another file, or the file has changed. Read it again.",
    });
  }
  return hints;
}

/** Returns whether two hints are about the same lines. */
function areTogether(one: EditHint, other: EditHint): boolean {
  const [start = 0, end = start] = [one.startLine, one.endLine];
  return (other.startLine ?? 0) <= end && start <= (other.endLine ?? 0);
}

/** Returns a hint for the first line of the old text of which one character, or only invisible ones, differ from a line of the file. */
function closeLine(context: MatchContext): EditHint[] {
  const index = context.index();
  const wanted = context.old.split("\n").map((line) => line.trim());
  const solid = wanted.filter((line) => line !== "").slice(0, MAX_CLOSE_LINES);
  for (const line of solid) {
    for (let solidLine = 0; solidLine < index.solidCount; solidLine++) {
      const at = index.solid[solidLine] as number;
      const found = lineText(index, at);
      const note = invisibleNote(at + 1, found, line);
      if (note === "" && (line.length < SHORTEST_CLOSE_LINE || !isOneEditAway(found.trim(), line))) continue;
      const differs = note === "" ? ", where one character differs." : `.${note}`;
      return [
        {
          kind: "near-miss",
          message: `It is nearest to ${linesNamed(at + 1, at + 1)}${differs}`,
          startLine: at + 1,
          endLine: at + 1,
          diff: shownPair(at + 1, found, line).join("\n"),
        },
      ];
    }
  }
  return [];
}

/** Returns whether one character differs, is missing or is added. Linear in the length. */
function isOneEditAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const [a, b] = [one.slice(start), other.slice(start)];
  return a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1);
}

function alreadyApplied(context: MatchContext): EditHint | undefined {
  if (context.newText === undefined) return undefined;
  const next = readNeedle(context.newText);
  const weight = next.lengths.reduce((sum, length) => sum + length, 0);
  if (weight < 8) return undefined;
  const index = context.index();
  for (const at of findSequence(index.keyHash, index.solidCount, next.keys)) {
    const startLine = (index.solid[at] as number) + 1;
    const endLine = (index.solid[at + next.keys.length - 1] as number) + 1;
    return {
      kind: "already-applied",
      message: `newString stands in the file already, ${linesNamed(startLine, endLine)}: the edit seems to have been made.`,
      startLine,
      endLine,
    };
  }
  return undefined;
}

/** Returns the most similar places as hints with the lines that differ. */
export function nearMissHints(context: MatchContext): EditHint[] {
  const near = searchNear(context);
  const worthy = near.regions.filter((region) => region.similarity >= LEAST_SIMILARITY);
  if (worthy.length === 0) return wordHints(context);
  return worthy.slice(0, MAX_NEAR_HINTS).map((region) => {
    const rivals = near.regions.filter((other) => other !== region);
    const doubt = rejectionReason(context, near, region, { rivals });
    return regionHint(context, region, doubt ?? "the place is not certain");
  });
}

function regionHint(context: MatchContext, region: NearRegion, doubt: string): EditHint {
  const index = context.index();
  const { needle } = searchNear(context);
  const startLine = (index.solid[region.first] as number) + 1;
  const endLine = (index.solid[region.last] as number) + 1;
  const diff: string[] = [];
  let firstDiffering: number | undefined;
  let note = "";
  let expected = region.first;
  for (let line = 0; line < needle.solid.length && diff.length < MAX_DIFF_LINES; line++) {
    const position = region.places[line] as number;
    const own = needle.lines[needle.solid[line] as number];
    if (!own) continue;
    if (position >= 0) {
      for (; expected < position && diff.length < MAX_DIFF_LINES; expected++) {
        const fileLine = index.solid[expected] as number;
        firstDiffering ??= fileLine + 1;
        diff.push(shownLine("-", fileLine + 1, lineText(index, fileLine)));
      }
      expected = position + 1;
    }
    if (region.likeness[line] === "equal") continue;
    const ownLine = own.indent + own.text + own.trailing;
    if (position < 0) {
      diff.push(shownLine("+", undefined, ownLine));
      continue;
    }
    const fileLine = index.solid[position] as number;
    const file = lineText(index, fileLine);
    firstDiffering ??= fileLine + 1;
    diff.push(...shownPair(fileLine + 1, file, ownLine));
    note ||= invisibleNote(fileLine + 1, file, ownLine);
  }
  const where = linesNamed(startLine, endLine);
  const differs = firstDiffering === undefined ? "" : `, first at line ${firstDiffering}`;
  return {
    kind: "near-miss",
    message: `It is nearest to ${where}, but ${doubt}${differs}.${note}`,
    startLine,
    endLine,
    ...(diff.length > 0 ? { diff: diff.join("\n") } : {}),
  };
}

/**
 * Returns hints if no whole line is common: the positions where the rarest words of the old text occur
 * together.
 */
function wordHints(context: MatchContext): EditHint[] {
  const place = findWordPlaces(context.content, context.old);
  if (place === undefined) return [];
  const index = context.index();
  const { needle } = searchNear(context);
  const center = lineAt(index, place);
  const own = needle.solid.map((line) => needle.lines[line]?.text ?? "").slice(0, 20);
  const from = Math.max(0, center - own.length);
  const to = Math.min(index.lineCount, center + own.length + 1);
  const file: string[] = [];
  for (let line = from; line < to; line++) file.push(lineText(index, line).trim().slice(0, 400));
  const pairs = pairSimilarLines(
    own.map((line) => line.slice(0, 400)),
    file,
    SHOWN_PAIR_SIMILARITY,
  );
  const [first] = pairs;
  const last = pairs[pairs.length - 1];
  if (!first || !last) return [];
  const startLine = from + first.other + 1;
  const endLine = from + last.other + 1;
  const diff: string[] = [];
  let note = "";
  for (const pair of pairs.slice(0, MAX_DIFF_LINES / 2)) {
    if (own[pair.one] === file[pair.other]) continue;
    const number = from + pair.other + 1;
    const fileLine = lineText(index, number - 1);
    const ownLine = needle.lines[needle.solid[pair.one] as number]?.text ?? "";
    diff.push(...shownPair(number, fileLine, ownLine));
    note ||= invisibleNote(number, fileLine, ownLine);
  }
  return [
    {
      kind: "near-miss",
      message: `Something like it stands at ${linesNamed(startLine, endLine)}, but no line is equal.${note}`,
      startLine,
      endLine,
      ...(diff.length > 0 ? { diff: diff.join("\n") } : {}),
    },
  ];
}

function linesNamed(startLine: number, endLine: number): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`;
}
