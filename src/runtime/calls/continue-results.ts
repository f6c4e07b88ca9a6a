import type { ResumedCall, ToolCall, ToolResult } from "../../contract/index.js";
import type { Resumable } from "../host/read-results.js";
import { reportWrapper, wrapperResult } from "../schedule/index.js";
import type { ApprovalAnswers, BroughtAnswer, RunScope } from "../services/index.js";
import { isPaused } from "../values/index.js";
import { executeCalls } from "./execute-calls.js";
import { continuePaused } from "./resume-paused.js";

/** Continues the results that have an answer; see `resumeCalls`. */
export async function continueResults(
  { entries, answers }: Resumable,
  scope: Omit<RunScope, "answers">,
): Promise<readonly ToolResult[]> {
  const results = entries.map(({ result }) => result);
  const calls: ToolCall[] = [];
  const brought = new Map<string, BroughtAnswer>();
  const resumptions = new Map<string, ResumedCall>();
  const continued = new Map<string, ToolResult>();
  for (const paused of results.flatMap(withWrapped).filter(isPaused)) {
    const continuation = await continuePaused(paused, answers, scope.services.seals);
    if (continuation === undefined) continue;
    if ("refused" in continuation) continued.set(paused.callId, continuation.refused);
    else {
      calls.push(continuation.call);
      resumptions.set(paused.callId, continuation.resumed);
    }
  }
  for (const { result, wrapper } of results.flatMap(answerable)) {
    if (result.status !== "blocked-on-user" || isPaused(result)) continue;
    const { approval } = result;
    const value =
      answerTo(answers, result.callId) ?? answerTo(answers, approval.id) ?? answerTo(answers, wrapper);
    if (value === undefined) continue;
    calls.push({ id: result.callId, name: approval.requestedName, input: approval.requestedInput });
    brought.set(result.callId, { request: approval, value });
  }
  for (const result of await executeCalls(calls, { ...scope, answers: brought, resumptions })) {
    continued.set(result.callId, result);
  }
  return entries.map(({ given, result }) => {
    if (isPaused(result) || !result.calls?.some(({ callId }) => continued.has(callId)))
      return continued.get(result.callId) ?? given;
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

/** Returns a result with those of its calls, if it is that of a wrapper call. */
function withWrapped(result: ToolResult): readonly ToolResult[] {
  return isPaused(result) ? [result] : [result, ...(result.calls ?? [])];
}

function answerable(result: ToolResult): readonly Answerable[] {
  if (result.calls === undefined || isPaused(result)) return [{ result }];
  const first = result.calls.find(({ status }) => status === "blocked-on-user");
  return result.calls.map((each) =>
    each === first ? { result: each, wrapper: result.callId } : { result: each },
  );
}

function answerTo(answers: ApprovalAnswers, name: string | undefined): ApprovalAnswers[string] | undefined {
  return name !== undefined && Object.hasOwn(answers, name) ? answers[name] : undefined;
}
