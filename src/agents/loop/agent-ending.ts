import {
  type AgentEnd,
  type ApprovalRequest,
  describeThrown,
  type ToolResult,
} from "../../contract/index.js";
import { inSeconds } from "../../text/index.js";
import type { AgentStop } from "./agent-stop.js";

const MAX_SUBJECT_CHARACTERS = 200;

/** The end of a loop. */
export interface Ending {
  readonly ended: AgentEnd;
  readonly problem?: string;
  readonly blocked?: readonly ToolResult[];
}

const MAX_MESSAGE_CHARACTERS = 500;

/** Returns the end of an agent whose model returned no reply. */
export function modelFailed(problem: string): Ending {
  return { ended: "model-failed", problem };
}

/** Returns the end of an agent whose model threw. */
export function modelThrew(thrown: unknown): Ending {
  return modelFailed(`The model could not be asked: ${messageOf(thrown)}`);
}

/** Returns the end of an agent that repeats itself. */
export function inCircles(
  problem = "It made the same calls repeatedly with the same results. Rephrase the task, or do this part yourself.",
): Ending {
  return { ended: "repeated-calls", problem };
}

/**
 * Returns the end of an agent with blocked calls. If the questions are only about repetitions, the agent is not
 * blocked on the user.
 */
export function blockedEnding(blocked: readonly ToolResult[]): Ending {
  const onlyRepetitions = blocked.every(
    (result) => result.status === "blocked-on-user" && result.approval.decision.source === "repetition",
  );
  return onlyRepetitions
    ? inCircles()
    : { ended: "blocked-on-user", problem: blockedProblem(blocked), blocked };
}

/** Returns the end of an agent that was stopped from outside; `undefined` if it was not. */
export function stoppedEnding({ cause }: AgentStop, timeoutMs: number | undefined): Ending | undefined {
  if (cause === "cancelled") return { ended: cause, problem: "It was cancelled before it had finished." };
  if (cause === "timeout") {
    return {
      ended: cause,
      problem: `It timed out after ${inSeconds(Number(timeoutMs))}, before it had finished. Reduce the task or allow more time.`,
    };
  }
  return undefined;
}

/** Returns the message of a thrown value as the end of a sentence. */
function messageOf(thrown: unknown): string {
  const line = describeThrown(thrown).replace(/\s+/g, " ").trim().slice(0, MAX_MESSAGE_CHARACTERS);
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** Returns which approvals an agent waits for, with a remedy. */
function blockedProblem(blocked: readonly ToolResult[]): string {
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
