import {
  type ApprovalAnswer,
  type ApprovalRequest,
  createQuietController,
  ignoreRejectionsIn,
  readData,
} from "../../contract/index.js";
import { ownCopy } from "../host/plain-copy.js";
import type { RuntimeServices } from "../services/index.js";

/** A clear yes. */
export type Approval = Extract<ApprovalAnswer, { readonly approved: true }>;

/**
 * Asks the host's handler with a copy of the request, which it may keep or change.
 *
 * The wait ends with the run that asked and with the time limit of the question.
 */
export function awaitAnswer(
  onApproval: NonNullable<RuntimeServices["onApproval"]>,
  request: ApprovalRequest,
  {
    services,
    signal,
  }: {
    readonly services: Pick<RuntimeServices, "approvalTimeoutMs" | "clock" | "aborts">;
    readonly signal: AbortSignal;
  },
): Promise<boolean | ApprovalAnswer> {
  const { approvalTimeoutMs, clock, aborts } = services;
  const ending = createQuietController();
  return new Promise<boolean | ApprovalAnswer>((resolve, reject) => {
    const end = (why: string) => {
      reject(new Error(why));
      ending.abort();
    };
    const onAbort = () => end("the run was aborted");
    if (signal.aborted) onAbort();
    else aborts.add(signal, onAbort);
    const timer =
      approvalTimeoutMs === false
        ? undefined
        : clock.setTimeout(
            () => end(`the approver did not answer within ${approvalTimeoutMs} ms`),
            approvalTimeoutMs,
          );
    // Only the first answer counts. A handler that throws synchronously is treated as one that rejects.
    new Promise<boolean | ApprovalAnswer>((answer) =>
      answer(onApproval(ownCopy(request), { signal: ending.signal })),
    )
      .then((answer) => {
        // No code reads an answer that is too late.
        ignoreRejectionsIn(answer);
        resolve(answer);
      }, reject)
      .finally(() => {
        aborts.delete(signal, onAbort);
        if (timer !== undefined) clock.clearTimeout(timer);
      });
  });
}

/**
 * Returns an answer in its canonical form. Any value but a clear yes is a rejection: an approver with an invalid
 * answer must not permit a call.
 */
export function normalizeAnswer(value: unknown): ApprovalAnswer {
  if (value === true) return { approved: true };
  ignoreRejectionsIn(value);
  if (typeof value !== "object" || value === null) return { approved: false };
  const { approved, reason, remember, input } = value as {
    approved?: unknown;
    reason?: unknown;
    remember?: unknown;
    input?: unknown;
  };
  for (const field of [approved, reason, remember, input]) ignoreRejectionsIn(field);
  if (approved !== true) return { approved: false, ...(typeof reason === "string" && { reason }) };
  const scope = readData(remember);
  const edited = readData(input);
  const problem = edited.problem ?? scope.problem;
  if (problem !== undefined) {
    const field = edited.problem === undefined ? "remember" : "input";
    return { approved: false, reason: `The ${field} of the approver's answer ${problem}.` };
  }
  return {
    approved: true,
    ...((remember === "session" || Array.isArray(scope.value)) && {
      remember: scope.value as NonNullable<Approval["remember"]>,
    }),
    ...(input !== undefined && { input: edited.value }),
  };
}

/** Emits the event that the approver is asked. */
export function emitRequest(
  request: ApprovalRequest,
  { events, clock }: Pick<RuntimeServices, "events" | "clock">,
): void {
  if (!events.active) return;
  const { callId, toolName, sessionId } = request;
  events.emit({
    type: "tool-approval-request",
    callId,
    toolName,
    sessionId,
    at: clock.now(),
    request: ownCopy(request),
  });
}

/** Emits the event with the answer. */
export function emitResponse(
  request: ApprovalRequest,
  answer: ApprovalAnswer,
  { events, clock }: Pick<RuntimeServices, "events" | "clock">,
): void {
  if (!events.active) return;
  const { callId, toolName, sessionId } = request;
  events.emit({
    type: "tool-approval-response",
    callId,
    toolName,
    sessionId,
    at: clock.now(),
    approved: answer.approved,
    ...(!answer.approved && answer.reason !== undefined && { reason: answer.reason }),
  });
}
