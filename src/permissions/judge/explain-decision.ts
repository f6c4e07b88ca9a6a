import type { PermissionDecision, PermissionRule, Verdict } from "../../contract/index.js";

const OUTCOME: Readonly<Record<Verdict, string>> = {
  allow: "Allowed",
  ask: "Needs approval",
  deny: "Denied",
};

/** Returns one sentence that states the decision about a call and its reason. */
export function explainDecision(decision: PermissionDecision): string {
  const { verdict, reason } = decision;
  const ground = `${OUTCOME[verdict]} ${groundOf(decision)}`;
  return reason === undefined ? `${ground}.` : `${ground}: ${reason.replace(/\.$/, "")}.`;
}

function groundOf({ source, rule }: PermissionDecision): string {
  if (rule !== undefined)
    return `by the ${source === "grant" ? "session's rule" : "rule"} ${describeRule(rule)}`;
  switch (source) {
    case "boundary":
      return "at the boundary of the working folders";
    case "protected":
      return "for a protected path";
    case "mode":
      return "by the mode";
    case "tool":
      return "at the request of the tool";
    case "sandbox":
      return "in the sandbox";
    case "hook":
      return "by a hook";
    case "repetition":
      return "because the agent repeats the call";
    default:
      return "by default for tools of this kind";
  }
}

/** Formats a rule on one line: `{ tool: "Bash", command: "git *", verdict: "allow" }`. */
function describeRule(rule: PermissionRule): string {
  const { tool, kind, path, command, host, verdict, overridable } = rule;
  const parts = Object.entries({ tool, kind, path, command, host, verdict, overridable })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `{ ${parts.join(", ")} }`;
}
