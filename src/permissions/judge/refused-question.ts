import type { PermissionDecision } from "../../contract/index.js";

/** Returns a denial in the place of a question; any other decision as it is. */
export function refusedQuestion(decided: PermissionDecision): PermissionDecision {
  if (decided.verdict !== "ask") return decided;
  const { reason = "It needs approval.", ...others } = decided;
  return { ...others, verdict: "deny", reason: `${reason} The permissions deny what would ask.` };
}
