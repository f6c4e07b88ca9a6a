import { type CallProfile, comparedKeys } from "./call-profile.js";
import { conflictBetweenReaches, type Reach, reachOf } from "./conflict.js";
import { createConflictIndex } from "./conflict-index.js";
import type { ExecutionPlan, PlannedCall, PlannedConflict } from "./execution-plan.js";
import { planBatches } from "./plan-batches.js";

/**
 * Calls that a plan names as waited for, for each call. Bounds the plan of a thousand edits and a thousand searches over
 * all of them to something that can be shown; the schedule itself knows no such bound.
 */
export const MAX_NAMED_WAITS = 32;

/** Conflicts in a plan after which each further call names one wait only: a plan of 10,000 calls has to be quick, too. */
export const MAX_NAMED_CONFLICTS = 5_000;

/** What the keys alone say about the order of some calls: the parts of an {@link ExecutionPlan} that need no runtime. */
export interface DependencyPlan {
  /** One for each call, in call order. */
  readonly calls: readonly Pick<PlannedCall, "callId" | "resourceKeys" | "waitsFor" | "waitsForMore">[];
  readonly batches: ExecutionPlan["batches"];
  readonly conflicts: readonly PlannedConflict[];
}

/**
 * Plans the order of calls from their profiles: batches, who waits for whom, and each conflict with its key and reason.
 *
 * Only direct waits are told: of three edits of one file the third waits for the second. Of very many, some are told, see
 * {@link MAX_NAMED_WAITS} and {@link MAX_NAMED_CONFLICTS}; `waitsForMore` says where. Costs O(n · depth).
 *
 * @example
 * planDependencies([
 *   { id: "1", profile: { keys: [fileKey("/a", "read")] } },
 *   { id: "2", profile: { keys: [fileKey("/a", "write")] } },
 * ]).conflicts; // [{ earlier: "1", later: "2", key: "file:/a", reason: "both touch /a, the second writes" }]
 */
export function planDependencies(
  calls: readonly { readonly id: string; readonly profile: CallProfile }[],
): DependencyPlan {
  const index = createConflictIndex<IndexedCall>();
  const conflicts: PlannedConflict[] = [];
  const planned = calls.map((call) => {
    const indexed: IndexedCall = { id: call.id, profile: call.profile, reach: undefined };
    const limit = conflicts.length < MAX_NAMED_CONFLICTS ? MAX_NAMED_WAITS : 1;
    const waits = index.add(indexed, call.profile, { limit: limit + 1 });
    const named = waits.slice(0, limit);
    for (const earlier of named) {
      const conflict = conflictBetweenReaches(reachOfIndexed(earlier), reachOfIndexed(indexed));
      if (conflict !== undefined) conflicts.push({ earlier: earlier.id, later: call.id, ...conflict });
    }
    const waitsFor = named.map((earlier) => earlier.id);
    const entry = {
      callId: call.id,
      resourceKeys: comparedKeys(call.profile) ?? ("all" as const),
      waitsFor,
    };
    return waits.length > named.length ? { ...entry, waitsForMore: true as const } : entry;
  });
  const batches = planBatches(calls).map((batch) => batch.map((call) => call.id));
  return { calls: planned, batches, conflicts };
}

interface IndexedCall {
  readonly id: string;
  readonly profile: CallProfile;
  /** Worked out for calls with conflicts only. */
  reach: Reach | undefined;
}

function reachOfIndexed(call: IndexedCall): Reach {
  call.reach ??= reachOf(call.profile);
  return call.reach;
}
