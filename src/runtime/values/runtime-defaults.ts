import { AMP_TRUNCATION, type TruncationPreset } from "../../truncation/index.js";

/** Milliseconds without progress after which a call ends (seed 001). */
export const DEFAULT_TIMEOUT_MS = 120_000;

/** Milliseconds after which a call ends whatever progress it reports; one hour. */
export const DEFAULT_MAX_TOTAL_TIMEOUT_MS = 3_600_000;

/** Calls that run at the same time. Enough for any batch a model writes; a bound for what a host may send. */
export const DEFAULT_MAX_CONCURRENCY = 64;

/** Milliseconds that the result of a change waits for language servers: one that is warm answers in a tenth of it. */
export const DEFAULT_DIAGNOSTICS_BUDGET_MS = 2_500;

/** What the model sees of a result unless the tool says otherwise: seed 001's general limit, and its message. */
export const DEFAULT_TRUNCATION: TruncationPreset = AMP_TRUNCATION;

/** Milliseconds that a stopped tool has to hand over what it has, once its own operations are over. */
export const DEFAULT_STOP_GRACE_MS = 100;

/**
 * Milliseconds that the result of a stopped call waits for operations that are under way; those of a disk or a command that is
 * killed take less. One that takes longer keeps the locks of the call until it is over.
 */
export const MAX_DRAIN_MS = 30_000;

/**
 * Milliseconds that the end of a session or a runtime waits for what is tied to it. The longest of our own, background commands
 * that ignore the request to end, takes a few seconds; what takes longer is left behind.
 */
export const MAX_DISPOSAL_MS = 30_000;

/** Milliseconds that a part of a session may take to be exported or imported; hashing all that a session has read takes less. */
export const MAX_STATE_MS = 60_000;

/**
 * Calls within calls within calls, as a tool makes them with `within`. An agent that starts agents needs a handful; tools that
 * call each other in a circle would go on until the memory is full.
 */
export const MAX_CALL_DEPTH = 32;
