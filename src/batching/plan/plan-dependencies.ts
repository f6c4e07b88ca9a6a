import {
  type CallProfile,
  comparedKeys,
  conflictBetweenReaches,
  createWaitNamer,
  MAX_NAMED_CONFLICTS,
  MAX_NAMED_WAITS,
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
 * Plans the order of calls from their profiles: batches, waits, and each conflict with its key and reason. With the
 * strategies `"batches"` and `"serial"`, a call also waits for the batch or the call before it.
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
  { strategy = "dependency" }: PlanOptions = {},
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
  const batches =
    strategy === "serial"
      ? calls.map((call) => [call.id])
      : planBatches(calls).map((batch) => batch.map((call) => call.id));
  return strategy === "dependency"
    ? { calls: planned, batches, conflicts }
    : planInBatches({ calls: planned, batches, conflicts }, strategy);
}

const ORDER_REASON = {
  batches: 'the strategy "batches" runs one batch after the other',
  serial: 'the strategy "serial" runs one call at a time',
} as const;

/** Adds the waits for the batch before that of each call, and the reason where the calls have no conflict. */
function planInBatches(plan: DependencyPlan, strategy: keyof typeof ORDER_REASON): DependencyPlan {
  const conflicts = [...plan.conflicts];
  const known = new Set(conflicts.map(({ earlier, later }) => JSON.stringify([earlier, later])));
  const before = new Map<string, readonly string[]>();
  plan.batches.forEach((batch, index) => {
    for (const id of batch) before.set(id, plan.batches[index - 1] ?? []);
  });
  const calls = plan.calls.map((call) => {
    const all = before.get(call.callId) ?? [];
    // Calls of earlier batches end before the previous batch starts.
    const limit = conflicts.length < MAX_NAMED_CONFLICTS ? MAX_NAMED_WAITS : 1;
    const waitsFor = all.slice(0, limit);
    for (const earlier of waitsFor) {
      if (known.has(JSON.stringify([earlier, call.callId]))) continue;
      conflicts.push({ earlier, later: call.callId, reason: ORDER_REASON[strategy] });
    }
    const { waitsForMore: _more, ...rest } = call;
    return all.length > limit ? { ...rest, waitsFor, waitsForMore: true as const } : { ...rest, waitsFor };
  });
  const named = new Set(
    calls.flatMap(({ callId, waitsFor }) => waitsFor.map((id) => JSON.stringify([id, callId]))),
  );
  return {
    calls,
    batches: plan.batches,
    conflicts: conflicts.filter(({ earlier, later }) => named.has(JSON.stringify([earlier, later]))),
  };
}

/** Options of a plan. */
export interface PlanOptions {
  /** The strategy of the scheduler that runs the calls. Default `"dependency"`. */
  readonly strategy?: "dependency" | "batches" | "serial";
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
