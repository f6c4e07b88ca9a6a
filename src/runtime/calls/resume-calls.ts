import type { ToolCall, ToolResult } from "../../contract/index.js";
import { requireResumable } from "../host/read-results.js";
import { reportWrapper, wrapperResult } from "../schedule/index.js";
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
  for (const { calls } of results) if (calls !== undefined) requireResumable(calls, answers);
  const calls: ToolCall[] = [];
  const brought = new Map<string, BroughtAnswer>();
  for (const { result, wrapper } of results.flatMap(answerable)) {
    if (result.status !== "blocked-on-user") continue;
    const { approval } = result;
    const value =
      answerTo(answers, result.callId) ?? answerTo(answers, approval.id) ?? answerTo(answers, wrapper);
    if (value === undefined) continue;
    calls.push({ id: result.callId, name: approval.requestedName, input: approval.requestedInput });
    brought.set(result.callId, { request: approval, value });
  }
  const continued = new Map(
    (await executeCalls(calls, { ...scope, answers: brought })).map((result) => [result.callId, result]),
  );
  return results.map((result) => {
    if (!result.calls?.some(({ callId }) => continued.has(callId)))
      return continued.get(result.callId) ?? result;
    const { callId: id, requestedName: name } = result;
    const combined = wrapperResult(
      { id, name, input: undefined },
      result.calls.map((each) => continued.get(each.callId) ?? each),
    );
    reportWrapper(combined, scope);
    return combined;
  });
}

/** A result that may have an answer. */
interface Answerable {
  readonly result: ToolResult;
  /** Id of the wrapper call whose answer is meant for this call, because its approval was the wrapper's. */
  readonly wrapper?: string;
}

function answerable(result: ToolResult): readonly Answerable[] {
  if (result.calls === undefined) return [{ result }];
  const first = result.calls.find(({ status }) => status === "blocked-on-user");
  return result.calls.map((each) =>
    each === first ? { result: each, wrapper: result.callId } : { result: each },
  );
}

function answerTo(answers: ApprovalAnswers, name: string | undefined): ApprovalAnswers[string] | undefined {
  return name !== undefined && Object.hasOwn(answers, name) ? answers[name] : undefined;
}
