import {
  ignoreRejectionsIn,
  type PermissionDecision,
  type ToolCall,
  type ToolSession,
} from "../../contract/index.js";
import type { ToolRuntime } from "../../runtime/index.js";

/** Part of a runtime that decides whether a framework has to ask its user. */
export type JudgingRuntime = Pick<ToolRuntime, "explain" | "hasApprover">;

/**
 * Returns the decision about a call that a framework acts on: `undefined` if the framework should run the call, because the
 * rules allow it, because the runtime asks its own approver, or because the call is invalid and its result states why.
 */
export async function verdictOf(
  runtime: JudgingRuntime,
  call: ToolCall,
  session: ToolSession | undefined,
): Promise<PermissionDecision | undefined> {
  ignoreRejectionsIn(call);
  if (runtime.hasApprover) return undefined;
  const { decision } = await runtime.explain(call, { session });
  return decision?.verdict === "allow" ? undefined : decision;
}
