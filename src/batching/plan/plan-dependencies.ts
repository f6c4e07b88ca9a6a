import {
  type CallProfile,
  comparedKeys,
  conflictBetweenReaches,
  createWaitNamer,
  type Reach,
  reachOf,
} from "../conflicts/index.js";
import type { ExecutionPlan, PlannedCall, PlannedConflict } from "./execution-plan.js";
import { planBatches } from "./plan-batches.js";

/**
 * The order of some calls as far as their keys determine it: the parts of an {@link ExecutionPlan} that need
 * no runtime.
 */
export interface DependencyPlan {
  /** One for each call, in call order. */
  readonly calls: readonly Pick<PlannedCall, "callId" | "resourceKeys" | "waitsFor" | "waitsForMore">[];
  readonly batches: ExecutionPlan["batches"];
  readonly conflicts: readonly PlannedConflict[];
}

/**
 * Plans the order of calls from their profiles: batches, waits, and each conflict with its key and reason.
 *
 * Names direct waits only: of three edits of one file the third waits for the second. Of very many waits,
 * some are named, see `MAX_NAMED_WAITS` and `MAX_NAMED_CONFLICTS`; `waitsForMore` marks those calls. Costs
 * O(n · depth).
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
  const namer = createWaitNamer<IndexedCall>();
  const conflicts: PlannedConflict[] = [];
  const planned = calls.map((call) => {
    const indexed: IndexedCall = { id: call.id, profile: call.profile, reach: undefined };
    const { named, more } = namer.next(indexed, call.profile);
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
    return more ? { ...entry, waitsForMore: true as const } : entry;
  });
  const batches = planBatches(calls).map((batch) => batch.map((call) => call.id));
  return { calls: planned, batches, conflicts };
}

interface IndexedCall {
  readonly id: string;
  readonly profile: CallProfile;
  /** Computed only for calls with conflicts. */
  reach: Reach | undefined;
}

function reachOfIndexed(call: IndexedCall): Reach {
  call.reach ??= reachOf(call.profile);
  return call.reach;
}
