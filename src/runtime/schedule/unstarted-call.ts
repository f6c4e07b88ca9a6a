import { TaskCancelledError } from "../../batching/index.js";
import { ignoreRejection, type ToolCall } from "../../contract/index.js";
import { type CallFailure, callFailure, MAX_CALL_DEPTH } from "../values/index.js";

/** Returns the failure of a call that is nested too deeply. */
export function nestedTooDeep({ name }: ToolCall): CallFailure {
  const message = `The call to '${name}' is nested in ${MAX_CALL_DEPTH} other calls, which is the limit, so it has not run. Check whether tools call each other in a circle.`;
  return callFailure("nested-too-deep", message);
}

/** Returns whether a task ended because it was cancelled before it started. Never throws. */
export function isCancellation(thrown: unknown): thrown is TaskCancelledError {
  try {
    return thrown instanceof TaskCancelledError;
  } catch (thrown) {
    ignoreRejection(thrown);
    return false;
  }
}

/** Returns the failure of a call that was cancelled before it started; `thrown` is the error of its task. */
export function notStarted(thrown?: unknown): CallFailure {
  const because =
    isCancellation(thrown) && "rejectedId" in thrown.cancellation
      ? `, because the call '${thrown.cancellation.rejectedId}' before it was rejected`
      : "";
  return callFailure(
    "cancelled",
    `The call was cancelled before it started${because}; nothing was done.`,
    "cancelled",
  );
}
