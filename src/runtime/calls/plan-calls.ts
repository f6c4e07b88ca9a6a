import { type ExecutionPlan, type PlannedCall, planDependencies } from "../../batching/index.js";
import type { ToolCall, ToolSession } from "../../contract/index.js";
import {
  admitCalls,
  denialOf,
  type PreparedCall,
  prepareCall,
  type UnpreparedCall,
} from "../prepare/index.js";
import type { RuntimeServices } from "../services/index.js";

/**
 * Plans a run of these calls without running, asking or changing anything.
 *
 * Calls that would fail before they run touch nothing and belong to no batch; a repeated call is planned once. The
 * calls of a wrapper call are planned in its place.
 */
export async function planCalls(
  calls: readonly ToolCall[],
  session: ToolSession,
  services: RuntimeServices,
): Promise<ExecutionPlan> {
  const outcomes = await Promise.all(
    admitCalls(calls, services)
      .admissions.filter(({ type }) => type !== "repeat")
      .map(
        async (admission): Promise<PreparedCall | UnpreparedCall> =>
          admission.type === "refuse"
            ? { status: "failed", call: admission.call, failure: admission.failure }
            : prepareCall(admission.call, session, services),
      ),
  );
  const running = outcomes.filter(
    (outcome): outcome is PreparedCall =>
      outcome.status === "prepared" && outcome.decision.verdict !== "deny",
  );
  const order = planDependencies(
    running.map(({ call, profile }) => ({ id: call.id, profile })),
    { strategy: services.strategy },
  );
  const ordered = new Map(running.map((outcome, index) => [outcome as unknown, order.calls[index]]));
  return {
    calls: outcomes.map((outcome) => describeCall(outcome, ordered.get(outcome))),
    batches: order.batches,
    conflicts: order.conflicts,
  };
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
