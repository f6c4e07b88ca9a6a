import { type ContextQuestion, ignoreRejection, type PermissionDecision } from "../../contract/index.js";
import { gatherCallFacts, hasOtherCwds, judgeCall, locateOtherCwds, NO_OTHER_CWDS } from "../judge/index.js";
import type { PreparedCall } from "../prepare/index.js";
import type { RuntimeServices } from "../services/index.js";

/**
 * Returns the question of a running tool as a separate call that can be judged and asked about.
 *
 * A question that names a command, hosts or paths is judged like a call that uses them: a rule that denies it also
 * denies the question, and an allowed call is not asked about again (unless only a default allows it and the question
 * says that this is not enough). A question that names nothing is always asked. A question that cannot be judged is
 * answered with no.
 */
export async function judgeQuestion(
  prepared: PreparedCall,
  question: ContextQuestion,
  services: RuntimeServices,
): Promise<PreparedCall> {
  const { reason, paths, command, cwd, hosts, kind = prepared.tool.kind } = question;
  const asked = { verdict: "ask", source: "tool", reason } as const;
  if (paths === undefined && command === undefined && hosts === undefined) {
    return { ...prepared, decision: asked };
  }
  const { preview: _ofTheCall, ...plain } = prepared.tool;
  const tool = {
    ...plain,
    kind,
    facts: () => ({ paths, command, cwd, hosts }),
  };
  try {
    const { facts, realCwd, reading } = await gatherCallFacts(
      tool,
      prepared.input,
      prepared.session,
      services,
    );
    const request = { ...prepared.request, kind, facts };
    const { session } = prepared;
    const otherCwds = hasOtherCwds(session) ? await locateOtherCwds(session, facts, services) : NO_OTHER_CWDS;
    const asking = { tool: prepared.tool, session, realCwd, otherCwds };
    const judged = withoutDefault(judgeCall(request, asking, services, reading), question, services);
    const { reading: _ofTheInput, ...rest } = prepared;
    return {
      ...rest,
      tool,
      facts,
      request,
      realCwd,
      otherCwds,
      decision: judged.verdict === "ask" ? { ...judged, reason } : judged,
      reading,
    };
  } catch (thrown) {
    ignoreRejection(thrown);
    return { ...prepared, decision: { verdict: "deny", source: "tool", reason } };
  }
}

/** Turns an allow by default into an ask, if the question says that a default does not answer it. */
function withoutDefault(
  judged: PermissionDecision,
  { answeredByDefault = true }: ContextQuestion,
  { permissions }: RuntimeServices,
): PermissionDecision {
  const isOpen = permissions.boundaries === "allow";
  if (answeredByDefault || isOpen || judged.verdict !== "allow" || judged.source !== "kind") return judged;
  return { verdict: "ask", source: "kind" };
}
