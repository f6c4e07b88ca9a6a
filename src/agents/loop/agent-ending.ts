import { type AgentEnd, describeThrown, type ToolResult } from "../../contract/index.js";
import type { AgentStop } from "./agent-stop.js";
import { blockedProblem } from "./blocked-problem.js";

/** How a loop ends. */
export interface Ending {
  readonly ended: AgentEnd;
  readonly problem?: string;
  readonly blocked?: readonly ToolResult[];
}

const MAX_MESSAGE_CHARACTERS = 500;

/** The end of an agent whose model gave no reply. */
export function modelFailed(problem: string): Ending {
  return { ended: "model-failed", problem };
}

/** The end of an agent whose model threw. */
export function modelThrew(thrown: unknown): Ending {
  return modelFailed(`The model could not be asked: ${messageOf(thrown)}`);
}

/** The end of an agent that goes round in circles. */
export function inCircles(
  problem = "It made the same calls again and again, and nothing new came of them. Tell it another way, or do this part yourself.",
): Ending {
  return { ended: "repeated-calls", problem };
}

/** The end of an agent some of whose calls wait. Where all that is asked about is a repetition, it waits for nobody. */
export function blockedEnding(blocked: readonly ToolResult[]): Ending {
  const onlyRepetitions = blocked.every(
    (result) => result.status === "blocked-on-user" && result.approval.decision.source === "repetition",
  );
  return onlyRepetitions
    ? inCircles()
    : { ended: "blocked-on-user", problem: blockedProblem(blocked), blocked };
}

/** The end of an agent that was stopped from outside; nothing while it was not. */
export function stoppedEnding({ cause }: AgentStop, timeoutMs: number | undefined): Ending | undefined {
  if (cause === "cancelled") return { ended: cause, problem: "It was cancelled before it had finished." };
  if (cause === "timeout") {
    return {
      ended: cause,
      problem: `Its time of ${Number(timeoutMs) / 1000} seconds was over before it had finished. Give it less to do, or more time.`,
    };
  }
  return undefined;
}

/** What was thrown, as the end of a sentence. */
function messageOf(thrown: unknown): string {
  const line = describeThrown(thrown).replace(/\s+/g, " ").trim().slice(0, MAX_MESSAGE_CHARACTERS);
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
