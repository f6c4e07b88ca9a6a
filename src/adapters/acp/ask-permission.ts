import {
  type ApprovalAnswer,
  type ApprovalHandler,
  type ApprovalRequest,
  ignoreRejection,
  ignoreRejectionsIn,
} from "../../contract/index.js";
import { describeRequest } from "../../permissions/index.js";
import type { AcpClient, AcpPermissionOption } from "./wire-types.js";

/** Maximum number of calls that are rejected for the rest of the session. */
const MAX_REJECTED = 1_000;

const ONCE: AcpPermissionOption = { optionId: "allow_once", name: "Allow once", kind: "allow_once" };
const ALWAYS: AcpPermissionOption = {
  optionId: "allow_always",
  name: "Allow for this session",
  kind: "allow_always",
};
const REJECT: AcpPermissionOption = { optionId: "reject_once", name: "Reject", kind: "reject_once" };
const NEVER: AcpPermissionOption = {
  optionId: "reject_always",
  name: "Reject this call for this session",
  kind: "reject_always",
};

/**
 * Returns an approver that asks the user of the client. A call that the user rejects for the session is rejected again without
 * a question if its tool and input are equal.
 */
export function askPermission(client: AcpClient, sessionId: string): ApprovalHandler {
  const rejected = new Set<string>();
  return async (request, { signal }) => {
    const subject = JSON.stringify([request.toolName, request.kind, request.input]);
    if (rejected.has(subject)) return refusal("The user rejected this call for the session.");
    const options = [ONCE, ...(request.canRemember === true ? [ALWAYS] : []), REJECT, NEVER];
    const toolCall = toolCallOf(request);
    try {
      const asking = client.requestPermission({
        sessionId,
        toolCall,
        options: options.map((each) => ({ ...each })),
      });
      ignoreRejection(asking);
      const answered = await untilAborted(asking, signal);
      ignoreRejectionsIn(answered);
      const { outcome } = answered;
      const answer = outcome.outcome === "selected" ? outcome.optionId : undefined;
      if (answer === ONCE.optionId) return { approved: true };
      if (answer === ALWAYS.optionId && request.canRemember === true)
        return { approved: true, remember: "session" };
      if (answer === NEVER.optionId && rejected.size < MAX_REJECTED) rejected.add(subject);
      return refusal(answer === undefined ? "The user cancelled the turn." : "The user rejected the call.");
    } catch (thrown) {
      ignoreRejection(thrown);
      return refusal("The client did not answer the question.");
    }
  };
}

function refusal(reason: string): ApprovalAnswer {
  return { approved: false, reason };
}

function toolCallOf(request: ApprovalRequest) {
  const locations = (request.facts.paths ?? []).map((fact) => ({
    path: typeof fact === "string" ? fact : fact.path,
  }));
  return {
    toolCallId: request.callId,
    title: request.title,
    kind: request.kind,
    status: "pending" as const,
    rawInput: request.input,
    ...(locations.length > 0 && { locations }),
    content: [
      { type: "content" as const, content: { type: "text" as const, text: describeRequest(request) } },
    ],
  };
}

/** Returns the value of a promise, or rejects when the signal is aborted: the question of a cancelled call has no answer. */
async function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  let abort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
