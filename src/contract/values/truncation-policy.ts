/**
 * Limits of the part of a text that the model may see, and the end that is kept.
 *
 * In a policy of a runtime or a tool, an absent member is the default of the runtime (102,400 bytes from the start), and
 * no policy allows more than 1,048,576 bytes. In the functions of `collet/truncation`, an absent limit does not apply.
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
