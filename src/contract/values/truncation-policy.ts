/**
 * How much of a text the model may see, and which end of it.
 *
 * A limit left out does not apply. `keep` defaults to `"head"`.
 */
export interface TruncationPolicy {
  readonly maxBytes?: number;
  readonly maxLines?: number;
  /** UTF-16 code units of a single line; a longer line is cut and marked. */
  readonly maxLineLength?: number;
  readonly keep?: "head" | "tail" | "middle";
}

/** What the truncation stage took away from a result. */
export interface TruncationRecord {
  readonly omittedBytes: number;
  readonly omittedLines: number;
  /** Where the whole output can be read, when it was kept. */
  readonly savedTo?: string;
}
