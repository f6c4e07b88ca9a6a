import { BRIEF_STEPS, MAX_BRIEF_CHARACTERS, MAX_BRIEF_TEXTS } from "../apply-edit.js";
import { isBriefComparison, MERGED_WARNING, mergeWithBase } from "../merge-with-base.js";
import {
  createSpan,
  EDIT_PRESETS,
  type EditFailureReason,
  type EditHint,
  type EditThresholds,
  LineCounter,
  type MatchSpan,
  StepBudget,
} from "../request/index.js";
import { type PatchCursor, START } from "./choose-place.js";
import type { PatchHunk } from "./patch-hunk.js";
import { type Placed, placeHunk } from "./place-hunk.js";
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

/**
 * Applies hunks to one text with the matchers of {@link applyEdit}: whole lines only, in order, each in
 * exactly one place. Anchors (`@@`), the end-of-file mark and a line number choose between equal places.
 * Pure; never throws.
 */
export function applyPatchHunks(request: PatchRequest): PatchResult {
  // Without a budget there is always a result.
  return attemptMerged(request, undefined) as PatchResult;
}

/**
 * Returns the result of {@link applyPatchHunks} if that takes little time, and `undefined` if it could block
 * the event loop for tens of milliseconds.
 */
export function applyPatchHunksBriefly(request: PatchRequest): PatchResult | undefined {
  return attemptMerged(request, new StepBudget(BRIEF_STEPS));
}

/** Hunks for one text. */
export interface PatchRequest {
  readonly content: string;
  readonly hunks: readonly PatchHunk[];
  readonly thresholds?: Partial<EditThresholds>;
  /**
   * The text as the model read it last, if the file may have changed since. If it differs from the content, the hunks are applied to this
   * text and merged with the changes of the file; lines that both changed are a conflict.
   */
  readonly base?: string | undefined;
}

/**
 * Hunks multiplied by the characters of the text up to which the hunks are tried in turn too; each of them then indexes the text
 * again, which takes about half a second at this limit.
 */
const MAX_IN_TURN_WORK = 2_000_000;

/** Applies the hunks to the base, if there is one, and merges the result with the content. */
function attemptMerged(request: PatchRequest, budget: StepBudget | undefined): PatchResult | undefined {
  const { content, base } = request ?? {};
  if (typeof content !== "string" || typeof base !== "string" || base === content)
    return attempt(request, budget);
  const inBase = attempt({ ...request, content: base }, budget);
  if (inBase?.ok !== true) return inBase;
  const isBrief =
    base.length + content.length <= MAX_BRIEF_CHARACTERS &&
    isBriefComparison(base, content) &&
    isBriefComparison(base, inBase.content);
  if (budget !== undefined && !isBrief) return undefined;
  const merged = mergeWithBase(base, inBase.content, content);
  if (!merged.ok) return { ...merged, hunk: 0 };
  if (merged.content === content) return refusal("no-change", 0, NO_CHANGE);
  return { ...merged, warnings: [...inBase.warnings, MERGED_WARNING] };
}

/** Maximum number of hunks that are looked at for the place of the one before them. */
const MAX_LOOKAHEAD = 4;

const NO_CHANGE = "The hunks change nothing: the file reads like that already.";

/** Makes an attempt; with a budget for all hunks together, returns `undefined` if it is not sufficient. */
function attempt(request: PatchRequest, budget: StepBudget | undefined): PatchResult | undefined {
  const { content, hunks } = request ?? {};
  if (typeof content !== "string" || !Array.isArray(hunks)) {
    return refusal("empty", 0, "content must be a string and hunks a list.");
  }
  const broken = (hunks as readonly PatchHunk[]).findIndex((hunk) => !isHunk(hunk));
  if (broken !== -1) return refusal("empty", broken + 1, "It is not a hunk: it needs anchors and lines.");
  const misplaced = content.trim() === "" ? -1 : misplacedAddition(hunks);
  if (misplaced !== -1) {
    const message =
      "It only adds lines, and hunks follow it, so the place is not certain. Add context lines.";
    return refusal("ambiguous", misplaced + 1, message);
  }
  const together = applyTogether(request, budget);
  // A hunk may show the lines as the hunk before leaves them.
  if (together === undefined || together.ok || together.hunk < 2 || together.reason !== "not-found")
    return together;
  if (hunks.length * content.length > MAX_IN_TURN_WORK) return together;
  const inTurn = applyInTurn(request, budget);
  return inTurn === undefined || inTurn.ok ? inTurn : together;
}

/** Locates all hunks in the text before the patch. */
function applyTogether(
  { content, hunks, thresholds }: PatchRequest,
  budget: StepBudget | undefined,
): PatchResult | undefined {
  const limits = { thresholds: { ...EDIT_PRESETS.safe.thresholds, ...thresholds }, budget };
  const placed: Placed[] = [];
  const regions = new PlacedHunks();
  const warnings: string[] = [];
  let cursor = START;
  for (const [at, hunk] of hunks.entries()) {
    if (budget !== undefined && !budget.take(briefSteps(content, hunk))) return undefined;
    let found = placeHunk(content, hunk, cursor, limits);
    if (!found.ok && found.reason === "ambiguous" && !isContextOnly(hunk)) {
      const until = certainStart(content, hunks.slice(at + 1, at + 1 + MAX_LOOKAHEAD), limits);
      if (until !== undefined) found = placeHunk(content, hunk, { ...cursor, until }, limits);
    }
    if (budget?.isSpent) return undefined;
    if (isContextOnly(hunk)) {
      if (found.ok && found.region.end >= cursor.at)
        cursor = { ...cursorAfter(found, cursor, found.region.end), isNamed: true };
      continue;
    }
    if (!found.ok) return refusal(found.reason, at + 1, found.message, found.hints);
    if (regions.overlaps(found)) {
      return refusal("ambiguous", at + 1, "It overlaps an earlier hunk; put both changes into one.");
    }
    placed.push(found);
    regions.add(found);
    warnings.push(...found.warnings);
    cursor =
      found.end >= cursor.at
        ? cursorAfter(found, cursor, found.end)
        : { ...cursor, isInOrder: false, isNamed: false };
  }
  const regionsBefore = placed.map(({ region }) => region);
  return finish(content, splice(content, placed), regionsBefore, warnings);
}

/**
 * Returns where the first of some hunks that has a certain place alone changes lines. Hunks stand in the order of the file, so
 * that the hunks before them change earlier lines.
 */
function certainStart(
  content: string,
  hunks: readonly PatchHunk[],
  limits: { readonly thresholds: EditThresholds; readonly budget: StepBudget | undefined },
): number | undefined {
  for (const hunk of hunks) {
    if (isContextOnly(hunk) || limits.budget?.take(briefSteps(content, hunk)) === false) continue;
    const found = placeHunk(content, hunk, START, limits);
    if (found.ok) return found.start;
  }
  return undefined;
}

/** Locates each hunk in the text that the hunks before it leave. */
function applyInTurn(
  { content, hunks, thresholds }: PatchRequest,
  budget: StepBudget | undefined,
): PatchResult | undefined {
  const limits = { thresholds: { ...EDIT_PRESETS.safe.thresholds, ...thresholds }, budget };
  let text = content;
  const applied: Placed[] = [];
  const regionsBefore: { start: number; end: number }[] = [];
  const warnings: string[] = [];
  let cursor = START;
  for (const [at, hunk] of hunks.entries()) {
    if (budget !== undefined && !budget.take(briefSteps(text, hunk))) return undefined;
    const found = placeHunk(text, hunk, cursor, limits);
    if (budget?.isSpent) return undefined;
    if (isContextOnly(hunk)) {
      if (found.ok) cursor = { ...cursorAfter(found, cursor, found.region.end), isNamed: true };
      continue;
    }
    if (!found.ok) return refusal(found.reason, at + 1, found.message, found.hints);
    const { start, end } = found.region;
    regionsBefore.push({
      start: offsetBefore(applied, start, "start"),
      end: offsetBefore(applied, end, "end"),
    });
    text = splice(text, [found]);
    applied.push(found);
    warnings.push(...found.warnings);
    const grown = found.text.length - (found.end - found.start);
    cursor = { at: found.start + found.text.length, regionEnd: end + grown, isInOrder: false };
  }
  return finish(content, text, regionsBefore, warnings);
}

/**
 * Returns the first hunk that adds lines without any sign of the place although others follow it, or -1: lines without a place belong at
 * the end of the file, and hunks stand in the order of the file.
 */
function misplacedAddition(hunks: readonly PatchHunk[]): number {
  const isAddition = ({ anchors, lines, startLine, atEndOfFile }: PatchHunk) =>
    anchors.length === 0 &&
    startLine === undefined &&
    atEndOfFile !== true &&
    lines.every(({ kind }) => kind === "add");
  const last = hunks.findLastIndex((hunk) => !isAddition(hunk));
  return hunks.slice(0, last + 1).findIndex(isAddition);
}

/** A hunk that changes nothing only moves the cursor; one that is not found is ignored. */
function isContextOnly({ lines }: PatchHunk): boolean {
  return lines.every(({ kind }) => kind === "context");
}

function cursorAfter({ region }: Placed, before: PatchCursor, at: number): PatchCursor {
  const isInOrder = (before.isInOrder || before === START) && region.start >= before.regionEnd;
  return { at, regionEnd: region.end, isInOrder };
}

/** Returns the offset in the text before some changes; inside of a change, that of its start or end. */
function offsetBefore(applied: readonly Placed[], offset: number, side: "start" | "end"): number {
  return applied.reduceRight((at, { start, end, text }) => {
    if (at >= start + text.length) return at - text.length + (end - start);
    if (at <= start) return at;
    return side === "start" ? start : end;
  }, offset);
}

function finish(
  content: string,
  edited: string,
  regions: readonly { readonly start: number; readonly end: number }[],
  warnings: readonly string[],
): PatchResult {
  if (edited === content) return refusal("no-change", regions.length, NO_CHANGE);
  const counter = new LineCounter(content);
  return {
    ok: true,
    content: edited,
    spans: regions.map(({ start, end }) => createSpan(content, start, end, counter)),
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

function refusal(
  reason: EditFailureReason,
  hunk: number,
  message: string,
  hints: readonly EditHint[] = [],
): PatchResult {
  const text = hunk > 0 ? `Hunk ${hunk} was not applied, and so none was: ${message}` : message;
  return { ok: false, reason, message: text, hunk, hints };
}
