import { describeThrown, type ResumedCall, type ToolCall, type ToolResult } from "../../contract/index.js";
import type { ApprovalAnswers, ApprovalSeals, SealOutcome } from "../services/index.js";
import { type PausedResult, pauseText } from "../values/index.js";

const REASONS: Readonly<Record<Exclude<SealOutcome, "opened">, string>> = {
  altered: "its stored result was altered",
  "answered-before": "it was continued before, and the first answer counts",
  foreign: "it was started with another state directory, or by a process without one that has ended",
  "too-old": "it paused more than 30 days ago",
};

/** A paused call that can be started again, or the result that refuses it. */
export type PausedContinuation =
  | { readonly call: ToolCall; readonly resumed: ResumedCall }
  | { readonly refused: ToolResult };

/**
 * Prepares a paused call for its continuation and marks its result as used. Returns `undefined` if none of its calls has
 * an answer. An answer under the id of the paused call itself is meant for its first waiting call.
 */
export async function continuePaused(
  result: PausedResult,
  answers: ApprovalAnswers,
  seals: ApprovalSeals,
): Promise<PausedContinuation | undefined> {
  const { callId, requestedName, calls = [], paused } = result;
  const answered: [string, ApprovalAnswers[string]][] = [];
  for (const [index, call] of calls.entries()) {
    const names = [call.callId, call.status === "blocked-on-user" ? call.approval?.id : undefined];
    if (index === 0) names.push(callId);
    const name = names.find((each) => each !== undefined && Object.hasOwn(answers, each));
    const value = name === undefined ? undefined : answers[name];
    if (value !== undefined) answered.push([call.callId, value]);
  }
  if (answered.length === 0) return undefined;
  let reason: string;
  try {
    const outcome = await seals.open(paused.digest, await pauseText(result));
    if (outcome === "opened") {
      const resumed = { state: paused.state, calls, answers: Object.fromEntries(answered) };
      return { call: { id: callId, name: requestedName, input: paused.input }, resumed };
    }
    reason = REASONS[outcome];
  } catch (thrown) {
    reason = `the answer could not be checked: ${describeThrown(thrown)}`;
  }
  return { refused: refusedResult(result, reason) };
}

function refusedResult(
  { approval: _approval, paused: _paused, calls: _calls, ...result }: PausedResult,
  reason: string,
): ToolResult {
  const message = `The call to '${result.toolName}' cannot be continued: ${reason}. What it did before its pause was not undone.`;
  return {
    ...result,
    status: "rejected-by-user",
    error: { message, errorCode: "approval-mismatch" },
    content: [{ type: "text", text: message }],
  };
}
