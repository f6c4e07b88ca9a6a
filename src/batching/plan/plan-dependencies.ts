import { createYield } from "../../values/index.js";
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
import { batchSteps, lastOf } from "./plan-batches.js";

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
export function planDependencies(calls: readonly ProfiledCall[], options: PlanOptions = {}): DependencyPlan {
  return lastOf(dependencySteps(calls, options));
}

/**
 * Returns the plan of {@link planDependencies}. Yields to the event loop meanwhile, because a plan of 100,000 calls takes longer than
 * a server may be blocked.
 *
 * @example
 * const { batches } = await planDependenciesInSteps([{ id: "1", profile: { keys: [fileKey("/a", "read")] } }]);
 */
export async function planDependenciesInSteps(
  calls: readonly ProfiledCall[],
  options: PlanOptions = {},
): Promise<DependencyPlan> {
  const steps = dependencySteps(calls, options);
  const pause = createYield();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const pausing = pause();
    if (pausing !== undefined) await pausing;
  }
}

/** A call to plan, with the resources that it uses. */
export interface ProfiledCall {
  readonly id: string;
  readonly profile: CallProfile;
}

function* dependencySteps(
  calls: readonly ProfiledCall[],
  { strategy = "dependency" }: PlanOptions,
): Generator<undefined, DependencyPlan> {
  const namer = createWaitNamer<IndexedCall>();
  const conflicts: PlannedConflict[] = [];
  const planned: DependencyPlan["calls"][number][] = [];
  for (const call of calls) {
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
    planned.push(more ? { ...entry, waitsForMore: true as const } : entry);
    yield;
  }
  const grouped = strategy === "serial" ? undefined : yield* batchSteps(calls);
  const batches: string[][] = [];
  for (const batch of grouped ?? calls.map((call) => [call])) {
    const ids: string[] = [];
    for (const call of batch) {
      ids.push(call.id);
      yield;
    }
    batches.push(ids);
  }
  const plan = { calls: planned, batches, conflicts };
  return strategy === "dependency" ? plan : yield* orderedBatches(plan, strategy);
}

const ORDER_REASON = {
  batches: 'the strategy "batches" runs one batch after the other',
  serial: 'the strategy "serial" runs one call at a time',
} as const;

/** Adds the waits for the batch before that of each call, and the reason where the calls have no conflict. */
function* orderedBatches(
  plan: DependencyPlan,
  strategy: keyof typeof ORDER_REASON,
): Generator<undefined, DependencyPlan> {
  const known = new Map<string, PlannedConflict[]>();
  for (const conflict of plan.conflicts) {
    const ofCall = known.get(conflict.later);
    if (ofCall === undefined) known.set(conflict.later, [conflict]);
    else ofCall.push(conflict);
  }
  const before = new Map<string, readonly string[]>();
  for (const [index, batch] of plan.batches.entries()) {
    for (const id of batch) before.set(id, plan.batches[index - 1] ?? []);
    yield;
  }
  const conflicts: PlannedConflict[] = [];
  const calls: DependencyPlan["calls"][number][] = [];
  for (const call of plan.calls) {
    const later = call.callId;
    const all = before.get(later) ?? [];
    // Calls of earlier batches end before the previous batch starts.
    const limit = conflicts.length < MAX_NAMED_CONFLICTS ? MAX_NAMED_WAITS : 1;
    const waitsFor = all.slice(0, limit);
    const own = known.get(later) ?? [];
    for (const earlier of waitsFor) {
      const conflict = own.find((each) => each.earlier === earlier);
      conflicts.push(conflict ?? { earlier, later, reason: ORDER_REASON[strategy] });
    }
    const { waitsForMore: _more, ...rest } = call;
    calls.push(all.length > limit ? { ...rest, waitsFor, waitsForMore: true } : { ...rest, waitsFor });
    yield;
  }
  return { calls, batches: plan.batches, conflicts };
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
