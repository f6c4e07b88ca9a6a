import type { MatchSpan } from "./match.js";
import type { MatcherName } from "./matcher-name.js";
import type { EditPresetName, EditThresholds } from "./presets.js";

/** One edit of one text. */
export interface EditRequest {
  /** The decoded text; it may begin with a byte order mark and mix line ends. */
  readonly content: string;
  /** The text to replace. */
  readonly oldString: string;
  /** The text to put in its place; used literally. */
  readonly newString: string;
  /** Replace every place of the first matcher that finds any. Default false: exactly one place is wanted. */
  readonly replaceAll?: boolean;
  /** Matchers to try, in order. Default: those of the preset. */
  readonly matchers?: readonly MatcherName[];
  /** Numbers that differ from the preset's. */
  readonly thresholds?: Partial<EditThresholds>;
  /** Default `"safe"`. */
  readonly preset?: EditPresetName;
}

/** Why an edit was refused. */
export type EditFailureReason =
  | "not-found"
  | "ambiguous"
  | "identical"
  | "empty"
  | "elided"
  | "no-change"
  | "too-large";

/** Something that helps the next attempt. */
export interface EditHint {
  readonly kind:
    | "near-miss"
    | "already-applied"
    | "line-numbers"
    | "escapes"
    | "elision"
    | "more-context"
    | "wrong-file";
  /** One or two sentences for the model. */
  readonly message: string;
  /** Lines (from 1) the hint is about. */
  readonly startLine?: number;
  readonly endLine?: number;
  /** The differing lines only, `-` the file's and `+` the old text's, with blanks made visible. */
  readonly diff?: string;
}

/** The edit was made. */
export interface EditSuccess {
  readonly ok: true;
  /** The text after the edit. */
  readonly content: string;
  /** The matcher that found the place. */
  readonly matcher: MatcherName;
  /** The replaced places in the text before the edit, by position. */
  readonly spans: readonly MatchSpan[];
  /** Share of the old text found as it was given, 0 to 1; 1 when only white space or look-alikes differed. */
  readonly similarity: number;
  /** What the model should know about the edit although it was made. */
  readonly warnings: readonly string[];
}

/** The edit was refused and nothing changed. */
export interface EditFailure {
  readonly ok: false;
  readonly reason: EditFailureReason;
  /** What was expected, what was found and what to do, for the model. */
  readonly message: string;
  /** For `"ambiguous"`: the places. */
  readonly spans?: readonly MatchSpan[];
  readonly hints: readonly EditHint[];
}

/** What became of an edit. */
export type EditResult = EditSuccess | EditFailure;
