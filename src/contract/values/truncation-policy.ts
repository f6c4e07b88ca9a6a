/**
 * The part of a text that the model may see, and which end of it.
 *
 * An absent limit does not apply. `keep` defaults to `"head"`.
 */
export interface TruncationPolicy {
  readonly maxBytes?: number;
  readonly maxLines?: number;
  /** UTF-16 code units of a single line; a longer line is truncated and marked. */
  readonly maxLineLength?: number;
  readonly keep?: "head" | "tail" | "middle";
}

/** A record of the content that truncation removed from a result. */
export interface TruncationRecord {
  readonly omittedBytes: number;
  readonly omittedLines: number;
  /** The path of the full output, if it was stored. */
  readonly savedTo?: string;
}
