import { AMP_TRUNCATION, type TruncationPreset } from "../../truncation/index.js";

/** Milliseconds without progress after which a call ends (the Amp specification). */
export const DEFAULT_TIMEOUT_MS = 120_000;

/** Milliseconds after which a call ends regardless of its progress (one hour). */
export const DEFAULT_MAX_TOTAL_TIMEOUT_MS = 3_600_000;

/** Number of calls that run at the same time. Enough for any batch of a model; limits what a host may send. */
export const DEFAULT_MAX_CONCURRENCY = 64;

/**
 * The same where calls run on another machine, each in one message: a batch then takes one round trip. That machine limits how many of
 * them run there.
 */
export const DEFAULT_MAX_REMOTE_CONCURRENCY = 1_024;

/** Milliseconds that the result of a change waits for language servers; a warm server answers in a tenth of it. */
export const DEFAULT_DIAGNOSTICS_BUDGET_MS = 2_500;

/**
 * The truncation of a result unless the tool sets its own: the general limit of the Amp specification, and its
 * notice.
 */
export const DEFAULT_TRUNCATION: TruncationPreset = AMP_TRUNCATION;

/** Milliseconds that a stopped tool has to return its output after its own operations have ended. */
export const DEFAULT_STOP_GRACE_MS = 100;

/**
 * Milliseconds that the result of a stopped call waits for running operations; disk operations and killed commands
 * take less. An operation that takes longer keeps the locks of the call until it ends.
 */
export const MAX_DRAIN_MS = 30_000;

/**
 * Milliseconds that the end of a session or a runtime waits for its resources. The longest built-in case, background
 * commands that ignore the termination signal, takes a few seconds; a slower resource is abandoned.
 */
export const MAX_DISPOSAL_MS = 30_000;

/**
 * Milliseconds that a part of a session may take to be exported or imported, as long as the end of a session. The
 * built-in parts hash what a session has read, which is in memory, and read at most 4 MiB of JSON.
 */
export const MAX_STATE_MS = 30_000;

/**
 * Maximum nesting of calls within calls, as a tool makes them with `within`. An agent that starts agents needs a
 * handful; tools that call each other in a circle would continue until the memory is full.
 */
export const MAX_CALL_DEPTH = 32;
