import { BRIEF_STEPS, MAX_BRIEF_CHARACTERS, MAX_BRIEF_TEXTS } from "../apply-edit.js";
import { hintsFor, matchAlignment, matchBlock, matchExact, matchLineEnds } from "../match/index.js";
import { replacementFor } from "../merge/index.js";
import {
  createMatchContext,
  createSpan,
  EDIT_PRESETS,
  type EditFailureReason,
  type EditHint,
  type EditThresholds,
  LineCounter,
  type Match,
  type MatchContext,
  type MatchSpan,
  StepBudget,
} from "../request/index.js";
import { type LineIndex, lineAt, lineEnd, lineEndAt, newElision } from "../text/index.js";
import { findAnchors } from "./find-anchors.js";
import type { PatchHunk } from "./patch-hunk.js";
import { PlacedHunks } from "./placed-hunks.js";

/** The result of the hunks of one file: all are applied or none. */
export type PatchResult =
  | {
      readonly ok: true;
      readonly content: string;
      /** The replaced places in the text before, in the order of the hunks. */
      readonly spans: readonly MatchSpan[];
      readonly warnings: readonly string[];
    }
  | {
      readonly ok: false;
      readonly reason: EditFailureReason;
      readonly message: string;
      /** The hunk that failed, from 1; 0 if the patch could not be read. */
      readonly hunk: number;
      readonly hints: readonly EditHint[];
    };

interface Placed {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Applies hunks to one text with the matchers of {@link applyEdit}: whole lines only, in order, each in
 * exactly one place. Anchors (`@@`), the end-of-file mark and a line number choose between equal places.
 * Pure; never throws.
 */
export function applyPatchHunks(request: PatchRequest): PatchResult {
  // Without a budget there is always a result.
  return attempt(request, undefined) as PatchResult;
}

/**
 * Returns the result of {@link applyPatchHunks} if that takes little time, and `undefined` if it could block
 * the event loop for tens of milliseconds.
 */
export function applyPatchHunksBriefly(request: PatchRequest): PatchResult | undefined {
  return attempt(request, new StepBudget(BRIEF_STEPS));
}

/** Hunks for one text. */
interface PatchRequest {
  readonly content: string;
  readonly hunks: readonly PatchHunk[];
  readonly thresholds?: Partial<EditThresholds>;
}

/** Locates the hunks; with a budget for all of them together, returns `undefined` if it is not sufficient. */
function attempt(request: PatchRequest, budget: StepBudget | undefined): PatchResult | undefined {
  const { content, hunks } = request ?? {};
  if (typeof content !== "string" || !Array.isArray(hunks)) {
    return refusal("empty", 0, "content must be a string and hunks a list.");
  }
  const placed: Placed[] = [];
  const regions = new PlacedHunks();
  const warnings: string[] = [];
  let cursor = 0;
  for (const [at, hunk] of (hunks as readonly PatchHunk[]).entries()) {
    if (!isHunk(hunk)) return refusal("empty", at + 1, "It is not a hunk: it needs anchors and lines.");
    if (budget !== undefined && !budget.take(briefSteps(content, hunk))) return undefined;
    const thresholds = { ...EDIT_PRESETS.safe.thresholds, ...request.thresholds };
    const found = placeHunk(content, hunk, cursor, thresholds, budget);
    if (budget?.isSpent) return undefined;
    if (!found.ok) return refusal(found.reason, at + 1, found.message, found.hints);
    if (regions.overlaps(found)) {
      return refusal("ambiguous", at + 1, "It overlaps an earlier hunk; put both changes into one.");
    }
    placed.push(found);
    regions.add(found);
    warnings.push(...found.warnings);
    cursor = Math.max(cursor, found.end);
  }
  const edited = splice(content, placed);
  if (edited === content)
    return refusal("no-change", hunks.length, "The hunks change nothing: the file reads like that already.");
  const counter = new LineCounter(content);
  return {
    ok: true,
    content: edited,
    spans: placed.map(({ start, end }) => createSpan(content, start, end, counter)),
    warnings,
  };
}

/**
 * Returns the steps of the linear passes over the text and the hunk in a brief attempt; too many for long
 * texts.
 */
function briefSteps(content: string, hunk: PatchHunk): number {
  const length = hunk.lines.reduce((sum, line) => sum + line.text.length + 1, 0);
  if (content.length > MAX_BRIEF_CHARACTERS || length > MAX_BRIEF_TEXTS) return Number.POSITIVE_INFINITY;
  return content.length + length;
}

/** A hunk may come from untrusted JSON. */
function isHunk(hunk: PatchHunk): boolean {
  if (typeof hunk !== "object" || hunk === null || !Array.isArray(hunk.lines) || !Array.isArray(hunk.anchors))
    return false;
  return (
    hunk.anchors.every((anchor) => typeof anchor === "string") &&
    hunk.lines.every((line) => typeof line?.text === "string")
  );
}

function splice(content: string, placed: readonly Placed[]): string {
  let result = "";
  let reached = 0;
  for (const { start, end, text } of [...placed].sort(
    (one, other) => one.start - other.start || one.end - other.end,
  )) {
    result += content.slice(reached, start) + text;
    reached = end;
  }
  return result + content.slice(reached);
}

type HunkPlace =
  | (Placed & { readonly ok: true; readonly warnings: readonly string[] })
  | {
      readonly ok: false;
      readonly reason: EditFailureReason;
      readonly message: string;
      readonly hints: readonly EditHint[];
    };

function placeHunk(
  content: string,
  hunk: PatchHunk,
  cursor: number,
  thresholds: EditThresholds,
  budget: StepBudget | undefined,
): HunkPlace {
  const oldLines = hunk.lines.filter((line) => line.kind !== "add").map((line) => line.text);
  const newLines = hunk.lines.filter((line) => line.kind !== "remove").map((line) => line.text);
  const old = joined(oldLines);
  const next = joined(newLines);
  const elided = newElision(old, next, content);
  if (elided !== undefined) {
    return { ok: false, reason: "elided", message: `It would write the placeholder "${elided}".`, hints: [] };
  }
  const context = createMatchContext({
    content,
    old,
    newText: next,
    all: false,
    thresholds,
    ...(budget !== undefined && { budget }),
  });
  const anchor = findAnchors(context.index(), hunk.anchors, cursor);
  if (old.trim() === "") return insertionPlace(content, hunk, context.index(), anchor, next);
  const matches = findWholeLines(context);
  if (matches.length === 0) {
    const hints = hintsFor(context);
    // A patch has no oldString: its author knows the lines.
    const why = hints[0]?.message.replaceAll("oldString", "them") ?? "";
    return { ok: false, reason: "not-found", message: `Its lines were not found. ${why}`, hints };
  }
  const chosen = choose(context, matches, hunk, anchor, cursor);
  if (!chosen) {
    const lines = matches.map((match) => lineAt(context.index(), match.start) + 1).join(", ");
    return {
      ok: false,
      reason: "ambiguous",
      message: `Its lines stand at ${matches.length} places (lines ${lines}). Add context lines or an "@@" line above.`,
      hints: [],
    };
  }
  const text = withOpenEnd(content, hunk, chosen, replacementFor(content, chosen, next));
  const warnings =
    anchor === undefined && hunk.anchors.length > 0
      ? [`"@@ ${hunk.anchors.join(" / ")}" was not found.`]
      : [];
  return { ok: true, start: chosen.start, end: chosen.end, text, warnings };
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

/** Finds whole lines by the strict matchers, then by alignment; the first that finds any decides. */
function findWholeLines(context: MatchContext): Match[] {
  const { content } = context;
  const isWhole = (match: Match) => match.start === 0 || content.charCodeAt(match.start - 1) === 10;
  const steps = [
    () => matchExact(context).filter(isWhole),
    () => matchLineEnds(context).filter(isWhole),
    () => matchBlock(context, "trailing-blanks"),
    () => matchBlock(context, "line-keys"),
    () => matchBlock(context, "blank-lines"),
    () => matchBlock(context, "inline-blanks"),
    () => matchAlignment(context),
  ];
  for (const step of steps) {
    const found = step();
    if (context.budget.isSpent) return [];
    if (found.length > 0) return found;
  }
  return [];
}

function choose(
  context: MatchContext,
  matches: readonly Match[],
  hunk: PatchHunk,
  anchor: number | undefined,
  cursor: number,
): Match | undefined {
  const index = context.index();
  if (matches.length === 1) return matches[0];
  const later = matches.filter((match) => match.start >= cursor);
  if (hunk.atEndOfFile) {
    const last = later.filter((match) => context.content.slice(match.end).trim() === "");
    if (last.length === 1) return last[0];
  }
  if (anchor !== undefined) return later.find((match) => lineAt(index, match.start) >= anchor);
  if (later.length === 1) return later[0];
  const { startLine } = hunk;
  if (startLine === undefined) return undefined;
  const byDistance = later
    .map((match) => ({ match, distance: Math.abs(lineAt(index, match.start) + 1 - startLine) }))
    .sort((one, other) => one.distance - other.distance);
  const [nearest, second] = byDistance;
  // An approximate line number may still decide, if no other place is nearly as close.
  if (nearest && (!second || nearest.distance * 3 < second.distance)) return nearest.match;
  return undefined;
}

/**
 * Returns where lines without context are inserted: below the anchor, at the line that the hunk names, or at
 * the end.
 */
function insertionPlace(
  content: string,
  hunk: PatchHunk,
  index: LineIndex,
  anchor: number | undefined,
  next: string,
): HunkPlace {
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
  const placed = open ? lineBreak + text.slice(0, -lineBreak.length) : text;
  return { ok: true, start: at, end: at, text: placed, warnings: [] };
}

/** Applies "no newline at end of file" if the hunk ends the file. */
function withOpenEnd(content: string, hunk: PatchHunk, match: Match, text: string): string {
  if (match.end !== content.length || hunk.oldEndsOpen === hunk.newEndsOpen) return text;
  if (hunk.newEndsOpen) return text.replace(/\r?\n$/, "");
  return text.endsWith("\n") || text === "" ? text : text + lineEndAt(content, match.start, match.end);
}

function refusal(
  reason: EditFailureReason,
  hunk: number,
  message: string,
  hints: readonly EditHint[] = [],
): PatchResult {
  const text = hunk > 0 ? `Hunk ${hunk} was not applied, and so none was: ${message}` : message;
  return { ok: false, reason, message: text, hunk, hints };
}
