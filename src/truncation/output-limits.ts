/** Capacity and retention of an output store. */
export interface OutputStoreLimits {
  /** Milliseconds from the last change of an output to its removal. */
  readonly retentionMs: number;
  /** Maximum bytes of all outputs together; the oldest are removed first. */
  readonly maxTotalBytes: number;
  /** Maximum bytes of one output; the middle of a longer one is omitted. */
  readonly maxOutputBytes: number;
}

/** Default limits of an output store: seven days (the OpenCode specification, RETENTION_MS); Collet chose the sizes. */
export const DEFAULT_OUTPUT_STORE_LIMITS: OutputStoreLimits = {
  retentionMs: 7 * 24 * 60 * 60 * 1000,
  maxTotalBytes: 1024 ** 3,
  maxOutputBytes: 64 * 1024 ** 2,
};

/**
 * Returns the limits with defaults. Throws a `RangeError` for a limit that is not an integer of at least
 * 1.
 */
export function outputStoreLimits(limits: Partial<OutputStoreLimits> = {}): OutputStoreLimits {
  const all = { ...DEFAULT_OUTPUT_STORE_LIMITS, ...limits };
  for (const [name, value] of Object.entries(all)) {
    if (Number.isSafeInteger(value) && value >= 1) continue;
    throw new RangeError(`outputs: ${name} must be an integer of at least 1, not ${String(value)}.`);
  }
  return all;
}
