/** How much an output store holds, and for how long. */
export interface OutputStoreLimits {
  /** Milliseconds after its last change until an output is removed. */
  readonly retentionMs: number;
  /** Bytes of all outputs together; the oldest are removed first. */
  readonly maxTotalBytes: number;
  /** Bytes of one output; of a longer one the middle is left out. */
  readonly maxOutputBytes: number;
}

/** Seven days (seed 004: RETENTION_MS); the sizes are ours. */
export const DEFAULT_OUTPUT_STORE_LIMITS: OutputStoreLimits = {
  retentionMs: 7 * 24 * 60 * 60 * 1000,
  maxTotalBytes: 1024 ** 3,
  maxOutputBytes: 64 * 1024 ** 2,
};

/** Fills in the defaults. Throws a `RangeError` for a limit that is not a whole number of at least 1. */
export function outputStoreLimits(limits: Partial<OutputStoreLimits> = {}): OutputStoreLimits {
  const all = { ...DEFAULT_OUTPUT_STORE_LIMITS, ...limits };
  for (const [name, value] of Object.entries(all)) {
    if (Number.isSafeInteger(value) && value >= 1) continue;
    throw new RangeError(`outputs: ${name} must be a whole number of at least 1, not ${String(value)}.`);
  }
  return all;
}
