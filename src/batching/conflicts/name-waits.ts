import { AccessIndex } from "./access-index.js";
import { CallNode, callsInOrder } from "./call-node.js";
import type { CallProfile } from "./call-profile.js";
import { WaitGraph, type WaitNode } from "./wait-graph.js";

/**
 * Maximum number of waits that a plan names for each call. Limits the plan of a thousand edits and a thousand
 * searches over all of them to a readable size; the schedule itself has no such limit.
 */
export const MAX_NAMED_WAITS = 32;

/**
 * Conflicts in a plan after which each further call names only one wait, so that a plan of 10,000 calls is
 * fast.
 */
export const MAX_NAMED_CONFLICTS = 5_000;

/** The named waits of one call. */
export interface NamedWaits<Call> {
  /** The earlier calls that it waits for directly, in their order. */
  readonly named: readonly Call[];
  /** Whether there are more waits than the named ones. */
  readonly more: boolean;
}

/**
 * Returns the waits of each call, in call order: a plan names them, and the trace of a run links them.
 *
 * Knows the order of the calls only, not which of them have ended.
 */
export interface WaitNamer<Call> {
  next(call: Call, profile: CallProfile): NamedWaits<Call>;
}

/** Creates a namer without calls. Pass each call once. */
export function createWaitNamer<Call>(): WaitNamer<Call> {
  const index = new AccessIndex(new WaitGraph({ explains: true, nodesLeave: false }));
  let arrivals = 0;
  let told = 0;
  return {
    next(call, profile) {
      const limit = told < MAX_NAMED_CONFLICTS ? MAX_NAMED_WAITS : 1;
      const found: WaitNode[] = [];
      index.add(new CallNode(call, profile, arrivals++), found, limit + 1);
      const waits = callsInOrder<Call>(found, limit + 1);
      const more = waits.length > limit;
      const named = more ? waits.slice(0, limit) : waits;
      told += named.length;
      return { named, more };
    },
  };
}
