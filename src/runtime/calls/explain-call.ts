import type { PermissionRule, ToolCall, ToolSession } from "../../contract/index.js";
import { checkRules } from "../../permissions/index.js";
import { loadOnce } from "../../values/index.js";
import { admitCalls } from "../prepare/index.js";
import type { RuntimeServices } from "../services/index.js";
import { checkToolNames } from "../values/index.js";
import type { CallExplanation } from "./explain-admitted.js";

const loadExplanation = loadOnce(() => import("./explain-admitted.js"));

/** Options of `explain`. */
export interface ExplainOptions {
  /** The session of the call. Default: the runtime's default session. */
  readonly session?: ToolSession | undefined;
  /**
   * Rules to try: the decision is the one that the runtime would make if they followed its own rules. Nothing is kept. Default: none.
   */
  readonly rules?: readonly PermissionRule[] | undefined;
}

/** Returns the services of a runtime whose rules are followed by others. Throws like `normalizePermissions` for invalid rules. */
export function withTriedRules(
  services: RuntimeServices,
  rules: readonly PermissionRule[] | undefined,
): RuntimeServices {
  if (rules === undefined) return services;
  const tried = checkRules(rules);
  checkToolNames({ rules: tried }, services.knownTools);
  const { permissions } = services;
  return { ...services, permissions: { ...permissions, rules: [...permissions.rules, ...tried] } };
}

/** Explains the decision about a call; runs and asks nothing. */
export async function explainCall(
  given: ToolCall,
  session: ToolSession,
  services: RuntimeServices,
): Promise<CallExplanation> {
  const admitted = await admitCalls([given], services);
  const { explainAdmitted } = await loadExplanation();
  return explainAdmitted(given, admitted, session, services);
}
