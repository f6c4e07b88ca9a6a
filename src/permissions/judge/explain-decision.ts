import type { PermissionDecision, PermissionRule, Verdict } from "../../contract/index.js";

const OUTCOME: Readonly<Record<Verdict, string>> = {
  allow: "Allowed",
  ask: "Needs approval",
  deny: "Denied",
};

/** One sentence that says what decided about a call, and why. */
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
      return "for a protected place";
    case "mode":
      return "by the mode";
    case "tool":
      return "by the tool itself";
    case "repetition":
      return "because it repeats itself";
    default:
      return "by default for tools of this kind";
  }
}

/** A rule in one line: `{ tool: "Bash", command: "git *", verdict: "allow" }`. */
function describeRule(rule: PermissionRule): string {
  const { tool, kind, path, command, host, verdict } = rule;
  const parts = Object.entries({ tool, kind, path, command, host, verdict })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `{ ${parts.join(", ")} }`;
}
