import type { PermissionDecision, ToolCall, ToolSession } from "../../contract/index.js";
import { explain, explanationText, type JudgedAspect } from "../../permissions/index.js";
import { type AdmittedCalls, type PreparedCall, prepareCall, refusedSecret } from "../prepare/index.js";
import type { RuntimeServices } from "../services/index.js";
import { sessionGrants } from "../sessions/index.js";
import type { CallFailure } from "../values/index.js";

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

/** Verdicts, the strictest first. */
const BY_STRICTNESS = ["deny", "ask", "allow"] as const;

/** Explains the decision about a call that has been read. */
export async function explainAdmitted(
  given: ToolCall,
  { admissions, entries }: AdmittedCalls,
  session: ToolSession,
  services: RuntimeServices,
): Promise<CallExplanation> {
  const [entry] = entries;
  const explained = await Promise.all(
    admissions.map((admission) =>
      admission.type === "refuse"
        ? refusedCall(admission.call, admission.failure)
        : explainOne(admission.call, session, services),
    ),
  );
  const [first] = explained;
  if (entry?.wrapped === undefined && first !== undefined) return first;
  const decisions = explained.flatMap(({ decision }) => decision ?? []);
  const decision = BY_STRICTNESS.flatMap((verdict) =>
    decisions.filter((each) => each.verdict === verdict),
  )[0];
  const { id, name } = entry?.call ?? given;
  return {
    callId: id,
    toolName: name,
    ...(decision !== undefined && { decision }),
    aspects: explained.flatMap(({ aspects }) => aspects),
    text: explained.map(({ callId, toolName, text }) => `${callId} ${toolName}: ${text}`).join("\n"),
  };
}

function refusedCall({ id, name }: ToolCall, { error }: CallFailure): CallExplanation {
  return { callId: id, toolName: name, aspects: [], text: error.message };
}

async function explainOne(
  call: ToolCall,
  session: ToolSession,
  services: RuntimeServices,
): Promise<CallExplanation> {
  const prepared = await prepareCall(call, session, services);
  const named = { callId: call.id, toolName: prepared.tool?.name ?? call.name };
  if (prepared.status === "failed") return { ...named, aspects: [], text: prepared.failure.error.message };
  const { request, reading, decision, realCwd } = prepared;
  const { aspects } = explain(
    request,
    { ...services.permissions, cwd: realCwd, grants: sessionGrants(session) },
    reading === undefined ? {} : { readCommand: () => reading },
  );
  const refusal = decision.verdict === "deny" ? undefined : await secretRefusal(prepared, services);
  if (refusal === undefined) return { ...named, decision, aspects, text: explanationText(decision, aspects) };
  const told = aspects.map((aspect) =>
    aspect.type === "path" && aspect.subject === refusal.path
      ? { ...aspect, decision: refusal.decision }
      : aspect,
  );
  return {
    ...named,
    decision: refusal.decision,
    aspects: told,
    text: explanationText(refusal.decision, told),
  };
}

/** Returns the denial of a call that its tool will refuse: the rules allow it or ask, but no approval changes the refusal. */
async function secretRefusal(
  prepared: PreparedCall,
  services: Pick<RuntimeServices, "workspace">,
): Promise<{ readonly path: string; readonly decision: PermissionDecision } | undefined> {
  const path = await refusedSecret(prepared, services);
  if (path === undefined) return undefined;
  const { kind, name } = prepared.tool;
  const reason = `${path} is a secret file, and the tool ${name} never ${kind === "edit" ? "changes" : "reads"} one`;
  return { path, decision: { verdict: "deny", source: "protected", reason } };
}
