import { BRIEF_STEPS, MAX_BRIEF_CHARACTERS, MAX_BRIEF_TEXTS } from "../apply-edit.js";
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

function refusal(
  reason: EditFailureReason,
  hunk: number,
  message: string,
  hints: readonly EditHint[] = [],
): PatchResult {
  const text = hunk > 0 ? `Hunk ${hunk} was not applied, and so none was: ${message}` : message;
  return { ok: false, reason, message: text, hunk, hints };
}
