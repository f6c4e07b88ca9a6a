import type { ToolCall, ToolResult } from "../contract/index.js";
import { executeCalls } from "./execute-calls.js";
import type { BroughtAnswer, RunScope } from "./run-scope.js";
import type { ApprovalAnswers } from "./tool-runtime.js";

/**
 * Continues the blocked calls that have an answer; every other result is given back as it is, at its place.
 *
 * A blocked result carries all it takes, so it may have been stored as JSON and read by another process.
 */
export async function resumeCalls(
  results: readonly ToolResult[],
  answers: ApprovalAnswers,
  scope: Omit<RunScope, "answers">,
): Promise<readonly ToolResult[]> {
  const calls: ToolCall[] = [];
  const brought = new Map<string, BroughtAnswer>();
  for (const result of results) {
    const value = Object.hasOwn(answers, result.callId) ? answers[result.callId] : undefined;
    if (result.status !== "blocked-on-user" || value === undefined) continue;
    const { approval } = result;
    calls.push({ id: result.callId, name: approval.requestedName, input: approval.requestedInput });
    const { id, digest } = approval;
    brought.set(result.callId, { digest, value, ...(id !== undefined && { requestId: id }) });
  }
  const continued = new Map(
    (await executeCalls(calls, { ...scope, answers: brought })).map((result) => [result.callId, result]),
  );
  return results.map((result) => continued.get(result.callId) ?? result);
}
