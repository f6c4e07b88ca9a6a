import type { PermissionDecision, ToolCall, ToolSession } from "../../contract/index.js";
import { explain, explanationText, type JudgedAspect } from "../../permissions/index.js";
import { admitCalls, prepareCall } from "../prepare/index.js";
import type { RuntimeServices } from "../services/index.js";
import { sessionGrants } from "../sessions/index.js";

/** The reasons why a call would be allowed, asked about or denied. Plain JSON. */
export interface CallExplanation {
  readonly callId: string;
  /** The canonical name; the requested name if no tool was found. */
  readonly toolName: string;
  /** The decision; absent for a call that ends before it is judged: an unknown tool, an invalid input. */
  readonly decision?: PermissionDecision;
  /** The decisions about each command, path and host of the call. */
  readonly aspects: readonly JudgedAspect[];
  /** The whole explanation as text. */
  readonly text: string;
}

/** Explains the decision about a call; runs and asks nothing. */
export async function explainCall(
  given: ToolCall,
  session: ToolSession,
  services: RuntimeServices,
): Promise<CallExplanation> {
  const [admission] = admitCalls([given]);
  const call = admission?.call ?? given;
  const prepared = await prepareCall(call, session, services);
  const named = { callId: call.id, toolName: prepared.tool?.name ?? call.name };
  if (prepared.status === "failed") return { ...named, aspects: [], text: prepared.failure.error.message };
  const { request, reading, decision, realCwd } = prepared;
  const { aspects } = explain(
    request,
    { ...services.permissions, cwd: realCwd, grants: sessionGrants(session) },
    reading === undefined ? {} : { readCommand: () => reading },
  );
  return { ...named, decision, aspects, text: explanationText(decision, aspects) };
}
