import { hintsFor, matchAlignment, matchBlock, matchLineEnds } from "../match/index.js";
import { replacementFor } from "../merge/index.js";
import {
  createMatchContext,
  type EditFailureReason,
  type EditHint,
  type EditThresholds,
  type Match,
  type MatchContext,
  type StepBudget,
} from "../request/index.js";
import { lineAt, lineEnd, lineEndAt, linesOccurOnce, newElision, placeholderWarning } from "../text/index.js";
import { choosePlace, type PatchCursor } from "./choose-place.js";
import { findAnchors } from "./find-anchors.js";
import { sidesOf, unmarkedSides, withAddedBlanks, withoutLastBlanks } from "./hunk-sides.js";
import type { PatchHunk } from "./patch-hunk.js";
import { matchWholeLines } from "./whole-lines.js";

/** A replacement in a text, in offsets: the changed lines only. */
export interface Placed {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The lines of the hunk with its context. */
  readonly region: { readonly start: number; readonly end: number };
}

/** The place of a hunk, or why it has none. */
export type HunkPlace =
  | (Placed & { readonly ok: true; readonly warnings: readonly string[] })
  | {
      readonly ok: false;
      readonly reason: EditFailureReason;
      readonly message: string;
      readonly hints: readonly EditHint[];
    };

/**
 * Returns the place of a hunk: whole lines that occur once, or those that an anchor, the end of the file or a line number
 * chooses among equal ones.
 *
 */
export function placeHunk(
  content: string,
  hunk: PatchHunk,
  cursor: PatchCursor,
  limits: { readonly thresholds: EditThresholds; readonly budget: StepBudget | undefined },
): HunkPlace {
  const { old, next } = sidesOf(hunk.lines);
  const elided = newElision(old, next, content);
  if (elided !== undefined && !linesOccurOnce(content, old)) {
    return { ok: false, reason: "elided", message: `It would write the placeholder "${elided}".`, hints: [] };
  }
  const context = createMatchContext({ content, old, newText: next, all: false, ...limits });
  const unmarked = unmarkedSides(hunk.lines);
  let newText = next;
  const anchor = findAnchors(context.index(), hunk.anchors, cursor);
  const isBlank = old.trim() === "";
  const anchorAt = anchor === undefined ? 0 : (context.index().starts[anchor] as number);
  // The line that a diff names is among the places, however many there are.
  const namedAt = context.index().starts[(hunk.startLine ?? 0) - 1] ?? 0;
  const isThere = [old, old.replace(/\r?\n/g, "\r\n")].some((lines) => content.startsWith(lines, namedAt));
  const numberAt = old !== "" && isThere ? namedAt : 0;
  const steps = strictSteps(Math.max(anchorAt, numberAt, cursor.isInOrder ? cursor.regionEnd : 0)).slice(
    0,
    isBlank ? 1 : undefined,
  );
  let matches = old === "" ? [] : findFirst(context, steps);
  const withBlanks = matches.length > 0 || isBlank ? undefined : withAddedBlanks(hunk);
  if (withBlanks !== undefined && !context.budget.isSpent) {
    const sides = sidesOf(withBlanks.lines);
    if (findFirst(context.withOld(sides.old, sides.next), steps).length > 0)
      return placeHunk(content, withBlanks, cursor, limits);
  }
  const shorter = matches.length > 0 || isBlank ? undefined : withoutLastBlanks(hunk);
  if (shorter !== undefined && !context.budget.isSpent) return placeHunk(content, shorter, cursor, limits);
  if (isBlank && old !== "" && matches.length === 0) {
    // Blank lines of the file may have other blanks.
    const bare = sidesOf(hunk.lines.map((line) => (line.kind === "add" ? line : { ...line, text: "" })));
    matches = findFirst(context.withOld(bare.old, bare.next), steps);
    if (matches.length > 0) newText = bare.next;
  }
  if (isBlank && matches.length === 0 && hunk.lines.every(({ kind }) => kind !== "remove")) {
    return insertionPlace(context, hunk, { anchor, cursor }, next);
  }
  if (matches.length === 0 && !isBlank && unmarked !== undefined && !context.budget.isSpent) {
    matches = findFirst(context.withOld(unmarked.old, unmarked.next), steps);
    if (matches.length > 0) ({ next: newText } = unmarked);
  }
  if (matches.length === 0 && !isBlank) matches = findFirst(context, LOOSE_STEPS);
  if (matches.length === 0) {
    const hints = hintsFor(context);
    // A patch has no oldString: its author knows the hunk.
    const why = (hints[0]?.message ?? "")
      .replaceAll("oldString", "the hunk")
      .replaceAll("newString", "The text that the hunk writes");
    return { ok: false, reason: "not-found", message: `Its lines were not found. ${why}`, hints };
  }
  const chosen = choosePlace(context, matches, hunk, { ...cursor, anchor });
  if (!chosen) {
    const lines = matches.map((match) => lineAt(context.index(), match.start) + 1).join(", ");
    return {
      ok: false,
      reason: "ambiguous",
      message: `Its lines stand at ${matches.length} places (lines ${lines}). Add context lines or an "@@" line above.`,
      hints: [],
    };
  }
  if (addsLinesThatStand(context, hunk, chosen)) {
    return {
      ok: false,
      reason: "ambiguous",
      message:
        'Lines that it adds stand there with their "+": they may be context. Begin each context line with a blank.',
      hints: [],
    };
  }
  const kept = newText === next ? linesByKind(content, hunk, chosen) : undefined;
  const text = withOpenEnd(content, hunk, chosen, kept ?? replacementFor(content, chosen, newText));
  const warnings = elided === undefined ? [] : [placeholderWarning(elided)];
  if (anchor === undefined && hunk.anchors.length > 0) {
    warnings.push(`"@@ ${hunk.anchors.join(" / ")}" was not found.`);
  }
  return { ok: true, ...changedLines(content, chosen, text), warnings };
}

/**
 * Returns the lines of a hunk that differs from its place only in blanks at the ends of lines: context as it is in the file. `undefined` in
 * all other cases. Of two equal lines, of which the hunk removes one, a comparison of texts could keep the wrong one.
 */
function linesByKind(content: string, hunk: PatchHunk, { start, end }: Match): string | undefined {
  const region = content.slice(start, end);
  if (!region.endsWith("\n") || region.includes("\r")) return undefined;
  const lines = region.slice(0, -1).split("\n");
  const old = hunk.lines.filter(({ kind }) => kind !== "add");
  const isSame = old.every(({ text }, at) => lines[at]?.trimEnd() === text.trimEnd());
  if (!isSame || old.length !== lines.length) return undefined;
  let at = 0;
  const written = hunk.lines.flatMap(({ kind, text }) => {
    if (kind === "add") return [text];
    at += 1;
    return kind === "context" ? [lines[at - 1] as string] : [];
  });
  return written.map((line) => `${line}\n`).join("");
}

/** Returns a replacement without the lines at both ends that stay the same, so that hunks may share them. */
function changedLines(content: string, region: { start: number; end: number }, text: string): Placed {
  const { start, end } = region;
  const limit = Math.min(end - start, text.length);
  let head = 0;
  let headLine = 0;
  while (head < limit && content.charCodeAt(start + head) === text.charCodeAt(head)) {
    head += 1;
    if (text.charCodeAt(head - 1) === 10) headLine = head;
  }
  const most = limit - headLine;
  let tail = 0;
  let tailLine = 0;
  while (tail < most && content.charCodeAt(end - 1 - tail) === text.charCodeAt(text.length - 1 - tail)) {
    tail += 1;
    const isLineStart = (at: number, first: number, from: string) =>
      at === first || from.charCodeAt(at - 1) === 10;
    if (
      isLineStart(end - tail, start + headLine, content) &&
      isLineStart(text.length - tail, headLine, text)
    ) {
      tailLine = tail;
    }
  }
  return {
    start: start + headLine,
    end: end - tailLine,
    text: text.slice(headLine, text.length - tailLine),
    region: { start, end },
  };
}

/** A search for whole lines. */
type Step = (context: MatchContext) => Match[];

function isWhole({ content }: MatchContext): (match: Match) => boolean {
  return (match) => match.start === 0 || content.charCodeAt(match.start - 1) === 10;
}

/** Returns the steps that find lines as the hunk has them; those after the offset are certainly among the places. */
function strictSteps(from: number): readonly Step[] {
  return [
    (context) => withOpenEndMatch(context, matchWholeLines(context, from)),
    (context) => matchLineEnds(context).filter(isWhole(context)),
    (context) => matchBlock(context, "trailing-blanks"),
  ];
}

/** Adds the place at the end of a text whose last line has no line end: its lines are the same as at the other places. */
function withOpenEndMatch(context: MatchContext, found: Match[]): Match[] {
  const { content, old } = context;
  if (found.length === 0 || content.endsWith("\n") || !old.endsWith("\n")) return found;
  const lines = old.slice(0, -1);
  const at = content.length - lines.length;
  if (!content.endsWith(lines) || (at > 0 && content.charCodeAt(at - 1) !== 10)) return found;
  const last = matchBlock(context, "trailing-blanks").find(({ end }) => end === content.length);
  return last === undefined ? found : [...found, last];
}

const LOOSE_STEPS: readonly Step[] = [
  (context) => matchBlock(context, "line-keys"),
  (context) => matchBlock(context, "blank-lines"),
  (context) => matchBlock(context, "inline-blanks"),
  matchAlignment,
];

/** Returns the matches of the first step that finds any. */
function findFirst(context: MatchContext, steps: readonly Step[]): Match[] {
  for (const step of steps) {
    const found = step(context);
    if (context.budget.isSpent) return [];
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * Returns whether a line that a hunk adds stands in or next to its place with the mark `+`: in a file whose lines begin with
 * marks, it may be a context line that lacks its mark.
 */
function addsLinesThatStand({ content }: MatchContext, { lines }: PatchHunk, { start, end }: Match): boolean {
  const added = new Set(lines.filter(({ kind }) => kind === "add").map(({ text }) => `+${text}`));
  if (added.size === 0 || !content.includes("\n+")) return false;
  const reach = lines.reduce((sum, { text }) => sum + text.length + 2, 0);
  const near = content.slice(Math.max(0, start - reach), end + reach).split(/\r?\n/);
  return near.some((line) => line.length > 1 && added.has(line));
}

/**
 * Returns where lines without context are inserted: below the anchor, at the line that the hunk names, or at
 * the end.
 */
function insertionPlace(
  context: MatchContext,
  hunk: PatchHunk,
  { anchor, cursor }: { readonly anchor: number | undefined; readonly cursor: PatchCursor },
  next: string,
): HunkPlace {
  const { content } = context;
  const index = context.index();
  const hasPlace = hunk.anchors.length > 0 || hunk.startLine !== undefined || hunk.atEndOfFile === true;
  if (!hasPlace && cursor.isNamed === true && content.slice(cursor.regionEnd).trim() !== "") {
    const message =
      "It only adds lines, and the hunk before it is only context lines. Put both into one hunk, so that the place is certain.";
    return { ok: false, reason: "ambiguous", message, hints: [] };
  }
  if (hunk.anchors.length > 0 && anchor === undefined && hunk.startLine === undefined) {
    const message = `It only adds lines, and "@@ ${hunk.anchors.join(" / ")}" stands nowhere or more than once. Add context lines.`;
    return { ok: false, reason: "not-found", message, hints: [] };
  }
  let line = index.lineCount;
  if (anchor !== undefined) line = anchor + 1;
  else if (hunk.startLine !== undefined) line = Math.min(index.lineCount, Math.max(0, hunk.startLine - 1));
  const at = line >= index.lineCount ? content.length : (index.starts[line] as number);
  const lineBreak = lineEndAt(content, Math.max(0, at - 1), at);
  const text = next.replaceAll("\n", lineBreak);
  const open =
    at === content.length &&
    at > 0 &&
    content.charCodeAt(at - 1) !== 10 &&
    lineEnd(index, index.lineCount - 1) === at;
  // After a last line without a line end the break is written before the new lines, and the end stays without
  // one.
  const endsOpen = at === content.length && hunk.newEndsOpen === true;
  const bare = open || endsOpen ? text.slice(0, -lineBreak.length) : text;
  const placed = open ? lineBreak + bare : bare;
  return { ok: true, start: at, end: at, text: placed, region: { start: at, end: at }, warnings: [] };
}

/** Applies "no newline at end of file" if the hunk ends the file. */
function withOpenEnd(content: string, hunk: PatchHunk, match: Match, text: string): string {
  if (match.end !== content.length || hunk.oldEndsOpen === hunk.newEndsOpen) return text;
  if (hunk.newEndsOpen) return text.replace(/\r?\n$/, "");
  return text.endsWith("\n") || text === "" ? text : text + lineEndAt(content, match.start, match.end);
}
