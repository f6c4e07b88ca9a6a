import type { ApprovalRequest, ToolResult } from "../../contract/index.js";

const MAX_SUBJECT_CHARACTERS = 200;

/** Returns which approvals an agent waits for, with a remedy. */
export function blockedProblem(blocked: readonly ToolResult[]): string {
  const asked = blocked.flatMap((result) => (result.status === "blocked-on-user" ? [result.approval] : []));
  const [first, ...others] = asked;
  if (first === undefined) return "It waits for an approval that no approver here can grant.";
  const more = others.length === 0 ? "" : `, and ${others.length} more`;
  return `It waits for an approval that no approver here can grant: ${described(first)}${more}. Ask the user to allow it, or use another approach.`;
}

function described({ toolName, facts, decision }: ApprovalRequest): string {
  const subjects = [
    ...(facts.command === undefined ? [] : [facts.command]),
    ...(facts.paths ?? []).map((path) => (typeof path === "string" ? path : path.path)),
    ...(facts.hosts ?? []),
  ];
  const subject = subjects.join(", ").replace(/\s+/g, " ").slice(0, MAX_SUBJECT_CHARACTERS);
  const reason =
    decision.reason === undefined ? "" : ` (${decision.reason.replace(/(?<![.\s])[.\s]+$/, "")})`;
  return `'${toolName}'${subject === "" ? "" : ` with ${subject}`}${reason}`;
}
