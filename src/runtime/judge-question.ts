import type { ContextQuestion } from "../contract/index.js";
import { judge } from "../permissions/index.js";
import { gatherCallFacts } from "./call-facts.js";
import type { PreparedCall } from "./prepare-call.js";
import type { RuntimeServices } from "./runtime-services.js";
import { sessionGrants } from "./session.js";

/**
 * What a question of a running tool is about, as a call of its own that can be decided and asked about.
 *
 * A question that names a command, hosts or paths is judged like a call that does the same: a rule that denies it is not asked
 * around, and what is allowed is not asked twice. A question that names nothing is always asked. What cannot be judged is a no.
 */
export async function judgeQuestion(
  prepared: PreparedCall,
  question: ContextQuestion,
  services: RuntimeServices,
): Promise<PreparedCall> {
  const { reason, paths, command, hosts, kind = prepared.tool.kind } = question;
  const asked = { verdict: "ask", source: "tool", reason } as const;
  if (paths === undefined && command === undefined && hosts === undefined) {
    return { ...prepared, decision: asked };
  }
  const { preview: _ofTheCall, ...plain } = prepared.tool;
  const tool = {
    ...plain,
    kind,
    facts: () => ({
      ...(paths !== undefined && { paths }),
      ...(command !== undefined && { command }),
      ...(hosts !== undefined && { hosts }),
    }),
  };
  try {
    const { facts, realCwd, reading } = await gatherCallFacts(
      tool,
      prepared.input,
      prepared.session,
      services,
    );
    const request = { ...prepared.request, kind, facts };
    const rules = { ...services.permissions, cwd: realCwd, grants: sessionGrants(prepared.session) };
    const judged = judge(request, rules, reading === undefined ? {} : { readCommand: () => reading });
    const { reading: _ofTheInput, ...rest } = prepared;
    return {
      ...rest,
      tool,
      facts,
      request,
      realCwd,
      decision: judged.verdict === "ask" ? { ...judged, reason } : judged,
      ...(reading !== undefined && { reading }),
    };
  } catch {
    return { ...prepared, decision: { verdict: "deny", source: "tool", reason } };
  }
}
