import type { TruncationPolicy } from "../contract/index.js";
import { AMP_TRUNCATION } from "../truncation/index.js";

/** Milliseconds without progress after which a call ends (seed 001). */
export const DEFAULT_TIMEOUT_MS = 120_000;

/** Milliseconds after which a call ends whatever progress it reports; one hour. */
export const DEFAULT_MAX_TOTAL_TIMEOUT_MS = 3_600_000;

/** Calls that run at the same time. Enough for any batch a model writes; a bound for what a host may send. */
export const DEFAULT_MAX_CONCURRENCY = 64;

/** What the model sees of a result unless the tool says otherwise: seed 001's general limit. */
export const DEFAULT_TRUNCATION: TruncationPolicy = AMP_TRUNCATION.limits;

/** Milliseconds that a stopped tool has to hand over what it has, once its own operations are over. */
export const DEFAULT_STOP_GRACE_MS = 100;
