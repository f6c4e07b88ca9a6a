import type { PermissionDecision } from "../../contract/index.js";
import { judgeCall, repetitionAsk } from "../judge/index.js";
import type { PreparedCall } from "../prepare/index.js";
import type { RuntimeServices } from "../services/index.js";

/**
 * Returns the decision about a call that asks and that a hook allows.
 *
 * The call is judged again as if the runtime allowed its kind by default. It runs only if nothing else asks then: no
 * rule, boundary, protected path, limit of a session or repetition, and the command can be read completely.
 */
export function allowedByHook(
  { decision, request, tool, session, realCwd, otherCwds, reading, input }: PreparedCall,
  reason: string | undefined,
  { permissions, registry, repeatedCalls }: RuntimeServices,
): PermissionDecision {
  if (decision.source !== "kind" || reading?.unreadable !== undefined) return decision;
  const defaults = { ...permissions.defaults, [request.kind]: "allow" as const };
  // The limits of a session name the registered tool, not its form for the kind of the call.
  const registered = registry.get(tool.name) ?? tool;
  const judged = judgeCall(
    request,
    { tool: registered, session, realCwd, otherCwds },
    { permissions: { ...permissions, defaults } },
    reading,
  );
  if (judged.verdict !== "allow") return judged;
  const repeated = repeatedCalls === "ask" ? repetitionAsk({ tool, input, session }) : undefined;
  return repeated ?? { verdict: "allow", source: "hook", ...(reason !== undefined && { reason }) };
}
