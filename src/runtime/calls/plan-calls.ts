import type { ExecutionPlan } from "../../batching/index.js";
import type { ToolCall, ToolSession } from "../../contract/index.js";
import { loadOnce } from "../../values/index.js";
import { admitCalls } from "../prepare/index.js";
import type { RuntimeServices } from "../services/index.js";

const loadPlanning = loadOnce(() => import("./plan-admitted.js"));

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
  const { admissions } = await admitCalls(calls, services);
  const { planAdmitted } = await loadPlanning();
  return planAdmitted(admissions, session, services);
}
