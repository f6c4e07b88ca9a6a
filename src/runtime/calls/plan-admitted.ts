import {
  type ExecutionPlan,
  type PlannedCall,
  type ProfiledCall,
  planDependenciesInSteps,
} from "../../batching/index.js";
import type { ToolSession } from "../../contract/index.js";
import { createYield } from "../../values/index.js";
import {
  type Admission,
  denialOf,
  type Preparation,
  type PreparedCall,
  prepareCall,
  type UnpreparedCall,
} from "../prepare/index.js";
import type { RuntimeServices } from "../services/index.js";

/** Number of calls that are judged at the same time. */
const MAX_PREPARED_TOGETHER = 256;

/** Plans the calls of a batch that has been read. */
export async function planAdmitted(
  admissions: readonly Admission[],
  session: ToolSession,
  services: RuntimeServices,
): Promise<ExecutionPlan> {
  const pause = createYield();
  const outcomes: (PreparedCall | UnpreparedCall)[] = [];
  for (let start = 0; start < admissions.length; start += MAX_PREPARED_TOGETHER) {
    const preparing: (Preparation | Promise<Preparation>)[] = [];
    for (const admission of admissions.slice(start, start + MAX_PREPARED_TOGETHER)) {
      if (admission.type === "repeat") continue;
      const { call } = admission;
      preparing.push(
        admission.type === "refuse"
          ? { status: "failed", call, failure: admission.failure }
          : prepareCall(call, session, services),
      );
      await pause();
    }
    outcomes.push(...(await Promise.all(preparing)));
  }
  const running: ProfiledCall[] = [];
  for (const outcome of outcomes) {
    if (willRun(outcome)) running.push({ id: outcome.call.id, profile: outcome.profile });
    const pausing = pause();
    if (pausing !== undefined) await pausing;
  }
  const order = await planDependenciesInSteps(running, { strategy: services.strategy });
  const described: PlannedCall[] = [];
  let ran = 0;
  for (const outcome of outcomes) {
    const ordered = willRun(outcome) ? order.calls[ran++] : undefined;
    described.push(describeCall(outcome, ordered));
    const pausing = pause();
    if (pausing !== undefined) await pausing;
  }
  return {
    calls: described,
    batches: order.batches,
    conflicts: order.conflicts,
  };
}

/** Returns whether a run would start the call, unless the user refuses it. */
function willRun(outcome: PreparedCall | UnpreparedCall): outcome is PreparedCall {
  return outcome.status === "prepared" && outcome.decision.verdict !== "deny";
}

type Ordered = Pick<PlannedCall, "resourceKeys" | "waitsFor" | "waitsForMore">;

function describeCall(outcome: PreparedCall | UnpreparedCall, ordered: Ordered | undefined): PlannedCall {
  const { call, tool } = outcome;
  const failure =
    outcome.status === "failed" ? outcome.failure : ordered === undefined ? denialOf(outcome) : undefined;
  return {
    toolName: tool?.name ?? call.name,
    requestedName: call.name,
    ...(outcome.status === "prepared" && { decision: outcome.decision }),
    ...(failure !== undefined && { error: failure.error }),
    ...(ordered ?? { resourceKeys: [], waitsFor: [] }),
    callId: call.id,
  };
}
