/** One replacement to make in a text. */
export interface EditRequest {
  readonly content: string;
  readonly oldString: string;
  readonly newString: string;
  /** Replace every match instead of refusing when there is more than one. Default false. */
  readonly replaceAll?: boolean;
}

/** How a place was found, from strict to loose. */
export type EditMatcher = "exact" | "line-ends" | "whitespace";

/** A place in the original text. */
export interface EditSpan {
  /** Offset of the first code unit. */
  readonly start: number;
  /** Offset behind the last code unit. */
  readonly end: number;
  /** 1-based. */
  readonly startLine: number;
  /** 1-based, inclusive; a line end at the end of the span counts to the line it ends. */
  readonly endLine: number;
}

/** Why an edit was not made. */
export type EditRefusalReason =
  | "identical-strings"
  | "empty-match"
  | "no-match"
  | "multiple-matches"
  | "no-change"
  | "result-too-large";

/** An edit that was made. */
export interface AppliedEdit {
  readonly ok: true;
  readonly content: string;
  readonly matcher: EditMatcher;
  /** What was replaced, in the original text, in order. Everything between the spans is unchanged. */
  readonly spans: readonly EditSpan[];
  /** 1 when the old text was found as it stands; below that, the share of it that did not have to be overlooked. */
  readonly similarity: number;
  /** What the author of the edit should know about a match that was not exact. */
  readonly warnings: readonly string[];
}

/** An edit that was not made, because it was not certain where it belongs. */
export interface RefusedEdit {
  readonly ok: false;
  readonly reason: EditRefusalReason;
  /** One sentence. */
  readonly message: string;
  /** The places between which the edit could not decide; at most {@link MAX_REPORTED_SPANS}. */
  readonly spans?: readonly EditSpan[];
  /** Sentences that help to write the edit right; may be empty. */
  readonly hints: readonly string[];
}

/** What became of an {@link EditRequest}. */
export type EditOutcome = AppliedEdit | RefusedEdit;

/** Most places that a refusal names: beyond it, counting on would only cost memory. */
export const MAX_REPORTED_SPANS = 10_000;

/**
 * Longest text that an edit may produce, in UTF-16 code units: `replaceAll` of a letter by a page would otherwise build
 * a text that no machine holds.
 */
export const MAX_RESULT_LENGTH = 64 * 1024 * 1024;
