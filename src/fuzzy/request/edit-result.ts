import type { EditEngine } from "./edit-engine.js";
import type { MatchSpan } from "./match.js";
import type { MatcherName } from "./matcher-name.js";

/** An edit of one text. */
export interface EditRequest extends EditEngine {
  /** The decoded text; it may begin with a byte order mark and mix line ends. */
  readonly content: string;
  /** The text to replace. */
  readonly oldString: string;
  /** The replacement; used literally. */
  readonly newString: string;
  /**
   * Replaces every place of the first matcher that finds any. Default false: exactly one place is required.
   */
  readonly replaceAll?: boolean;
  /**
   * The text as the model read it last, if the file may have changed since. If it differs from the content, the edit is made in this
   * text and merged with the changes of the file; lines that both changed are a conflict.
   */
  readonly base?: string;
}

/** The reason why an edit was refused. */
export type EditFailureReason =
  | "not-found"
  | "ambiguous"
  | "identical"
  | "empty"
  | "elided"
  | "no-change"
  | "conflict"
  | "too-large";

/** A hint for the next attempt. */
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
  /** Lines (from 1) of the hint. */
  readonly startLine?: number;
  readonly endLine?: number;
  /** The differing lines only, `-` from the file and `+` from the old text, with visible blanks. */
  readonly diff?: string;
}

/** A successful edit. */
export interface EditSuccess {
  readonly ok: true;
  /** The text after the edit. */
  readonly content: string;
  /** The matcher that found the place. */
  readonly matcher: MatcherName;
  /** The replaced places in the text before the edit, by position. */
  readonly spans: readonly MatchSpan[];
  /**
   * Share of the old text that was found unchanged, 0 to 1; 1 if only white space or look-alikes differed.
   */
  readonly similarity: number;
  /** Remarks for the model about a successful edit. */
  readonly warnings: readonly string[];
}

/** A refused edit; nothing changed. */
export interface EditFailure {
  readonly ok: false;
  readonly reason: EditFailureReason;
  /** The expected text, the result and the remedy, for the model. */
  readonly message: string;
  /** For `"ambiguous"`: the places. */
  readonly spans?: readonly MatchSpan[];
  readonly hints: readonly EditHint[];
}

/** The result of an edit. */
export type EditResult = EditSuccess | EditFailure;
