import type { ToolCall, ToolResult } from "../../contract/index.js";
import { requireResumable } from "../host/read-results.js";
import type { ApprovalAnswers, BroughtAnswer, RunScope } from "../services/index.js";
import { executeCalls } from "./execute-calls.js";

/**
 * Continues the blocked calls that have an answer; every other result is returned unchanged, in the same position.
 *
 * A blocked result contains everything needed to continue, so it may have been stored as JSON and read by another
 * process. An altered result is refused.
 */
export async function resumeCalls(
  results: readonly ToolResult[],
  answers: ApprovalAnswers,
  scope: Omit<RunScope, "answers">,
): Promise<readonly ToolResult[]> {
  requireResumable(results, answers);
  const calls: ToolCall[] = [];
  const brought = new Map<string, BroughtAnswer>();
  for (const result of results) {
    if (result.status !== "blocked-on-user") continue;
    const { approval } = result;
    const value = answerTo(answers, result.callId) ?? answerTo(answers, approval.id);
    if (value === undefined) continue;
    calls.push({ id: result.callId, name: approval.requestedName, input: approval.requestedInput });
    brought.set(result.callId, { request: approval, value });
  }
  const continued = new Map(
    (await executeCalls(calls, { ...scope, answers: brought })).map((result) => [result.callId, result]),
  );
  return results.map((result) => continued.get(result.callId) ?? result);
}

function answerTo(answers: ApprovalAnswers, name: string | undefined): ApprovalAnswers[string] | undefined {
  return name !== undefined && Object.hasOwn(answers, name) ? answers[name] : undefined;
}
