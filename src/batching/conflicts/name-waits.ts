import type { CallProfile } from "./call-profile.js";
import { createConflictIndex } from "./conflict-index.js";

/**
 * Calls that a plan names as waited for, for each call. Bounds the plan of a thousand edits and a thousand searches over
 * all of them to something that can be shown; the schedule itself knows no such bound.
 */
export const MAX_NAMED_WAITS = 32;

/** Conflicts in a plan after which each further call names one wait only: a plan of 10,000 calls has to be quick, too. */
export const MAX_NAMED_CONFLICTS = 5_000;

/** The waits of one call that are told. */
export interface NamedWaits<Call> {
  /** The earlier calls it waits for directly, in their order. */
  readonly named: readonly Call[];
  /** Whether there are more than those. */
  readonly more: boolean;
}

/**
 * Tells call by call, in call order, what each waits for: what a plan names, and what a trace of the run links.
 *
 * Knows the order of the calls only, not which of them are over.
 */
export interface WaitNamer<Call> {
  next(call: Call, profile: CallProfile): NamedWaits<Call>;
}

/** Starts with no calls. A call is its value's identity, so each is handed in once. */
export function createWaitNamer<Call>(): WaitNamer<Call> {
  const index = createConflictIndex<Call>();
  let told = 0;
  return {
    next(call, profile) {
      const limit = told < MAX_NAMED_CONFLICTS ? MAX_NAMED_WAITS : 1;
      const waits = index.add(call, profile, { limit: limit + 1 });
      const more = waits.length > limit;
      const named = more ? waits.slice(0, limit) : waits;
      told += named.length;
      return { named, more };
    },
  };
}
