import type { ExecutorJudging, ToolCall, ToolSession } from "../../contract/index.js";
import type { PastCall } from "../judge/index.js";
import type { RuntimeServices } from "../services/index.js";
import { sessionLimits } from "../sessions/index.js";
import { type Preparation, prepareCall } from "./prepare-call.js";

/**
 * Prepares a call that will run if it may. Where the executor judges calls itself, the call is judged by the text of its paths
 * first, without a look at the files, and only if that does not allow it by the files. See `ExecutorJudging`.
 */
export function prepareForRun(
  call: ToolCall,
  session: ToolSession,
  services: RuntimeServices,
  past: readonly PastCall[],
): Preparation | Promise<Preparation> {
  const { judging } = services.executor;
  // Hooks receive the facts of a call, and the limits of a session are known here only.
  if (judging === undefined || services.hooks.length > 0 || sessionLimits(session).length > 0)
    return prepareCall(call, session, services, past);
  const accepted = (expected: Preparation) => {
    const isAllowed =
      expected.status === "prepared" &&
      expected.decision.verdict === "allow" &&
      judging.includes(expected.tool);
    return isAllowed
      ? { ...expected, isExpected: true as const }
      : prepareCall(call, session, services, past);
  };
  const expected = prepareCall(call, session, expectingServices(services, judging), past);
  return expected instanceof Promise ? expected.then(accepted) : accepted(expected);
}

const expecting = new WeakMap<RuntimeServices, RuntimeServices>();

/** Returns the services that judge a call by the text of its paths: one copy for each runtime, not for each call. */
function expectingServices(services: RuntimeServices, { workspace }: ExecutorJudging): RuntimeServices {
  const known = expecting.get(services) ?? { ...services, workspace, backend: workspace.backend };
  expecting.set(services, known);
  return known;
}
