import { type ApprovalRequest, type ContextQuestion, describeThrown } from "../../contract/index.js";
import { grantFor } from "../../permissions/index.js";
import { forgetCalls } from "../judge/index.js";
import { denialOf, type PreparedCall, prepareCall, refusedSecret } from "../prepare/index.js";
import type { CallScope } from "../run/index.js";
import type { BroughtAnswer, CallQuestionAnswer, RuntimeServices } from "../services/index.js";
import { addSessionGrants } from "../sessions/index.js";
import { type CallFailure, callFailure, canonicalJson, reasonSentence } from "../values/index.js";
import { approvalRequest, unsealedRequest } from "./approval-request.js";
import { type Approval, awaitAnswer, emitRequest, emitResponse, normalizeAnswer } from "./approver.js";
import { unusableAnswer } from "./unusable-answer.js";

/** The outcome of a question. */
export type ApprovalOutcome =
  | { readonly type: "approved"; readonly prepared: PreparedCall }
  | { readonly type: "refused"; readonly failure: CallFailure }
  | { readonly type: "blocked"; readonly request: ApprovalRequest };

/**
 * Obtains the approval or rejection of a call that must be asked about.
 *
 * Order: an answer passed to `resume`, that of a hook, the host's handler, otherwise the call is blocked on the user. Any answer but
 * a clear yes is a rejection, and only the first answer to a question counts. After a yes the call is prepared again,
 * so that the approved call is the one that runs: a rule, a symlink or a tool may have changed while the approver
 * decided. An answer that contains an input replaces the call's input: it is validated and judged from the start, and
 * denied if a rule denies it.
 */
export async function approveCall(
  prepared: PreparedCall,
  scope: CallScope,
  {
    signal,
    answer,
    hookAnswer,
    running,
    question,
  }: {
    readonly signal: AbortSignal;
    readonly answer?: BroughtAnswer | undefined;
    /** The answer of a hook, which replaces that of the approver. */
    readonly hookAnswer?: CallQuestionAnswer | undefined;
    /** The running call that asks, whose input can no longer change. */
    readonly running?: PreparedCall;
    /** The question of the running call. */
    readonly question?: ContextQuestion;
  },
): Promise<ApprovalOutcome> {
  const { services, watched } = scope;
  const apply = (request: ApprovalRequest, value: unknown) =>
    applyAnswer(prepared, { request, value, running }, scope);
  if (answer !== undefined) {
    const failure = await unusableAnswer(answer, prepared, services);
    if (failure !== undefined) return { type: "refused", failure };
    const { id, digest } = answer.request;
    const request = {
      ...(await unsealedRequest(prepared, scope)),
      ...(id !== undefined && { id }),
      digest,
    };
    return apply(request, answer.value);
  }
  const secret = running === undefined ? await refusedSecret(prepared, services) : undefined;
  if (secret !== undefined) return { type: "refused", failure: secretFailure(secret) };
  const request = await approvalRequest(prepared, scope, question);
  emitRequest(request, services);
  watched.question();
  if (hookAnswer !== undefined) return apply(request, hookAnswer);
  if (services.onApproval === undefined) return { type: "blocked", request };

  try {
    return await apply(request, await awaitAnswer(services.onApproval, request, { services, signal }));
  } catch (thrown) {
    watched.answer(false);
    const message = `The approver could not be asked whether '${prepared.tool.name}' may run: ${describeThrown(thrown)}. It has not run.`;
    return { type: "refused", failure: callFailure("approval-failed", message, "rejected-by-user") };
  }
}

async function applyAnswer(
  prepared: PreparedCall,
  {
    request,
    value,
    running,
  }: {
    readonly request: ApprovalRequest;
    readonly value: unknown;
    readonly running: PreparedCall | undefined;
  },
  { services, watched }: CallScope,
): Promise<ApprovalOutcome> {
  const answer = normalizeAnswer(value);
  emitResponse(request, answer, services);
  watched.answer(answer.approved);
  if (!answer.approved) return { type: "refused", failure: rejection(prepared, answer.reason) };
  if (answer.input !== undefined) {
    return running !== undefined
      ? { type: "refused", failure: tooLateToEdit(prepared) }
      : applyEdit(prepared, { ...answer, input: answer.input }, services);
  }

  const before = running ?? prepared;
  const again = await prepareCall(calledAs(before), before.session, services);
  const same =
    again.status === "prepared" &&
    again.tool === before.tool &&
    canonicalJson([again.input, again.facts]) === canonicalJson([before.input, before.facts]);
  if (!same || again.decision.verdict === "deny") {
    const message = `The resources that '${prepared.tool.name}' would touch changed before the approval, so it has not run. Check the current state and call it again.`;
    return { type: "refused", failure: callFailure("changed-since-approval", message) };
  }
  remember(prepared, answer);
  return { type: "approved", prepared };
}

/**
 * Applies an input that the approver wrote. It becomes the canonical input and is validated like one from the model.
 */
async function applyEdit(
  prepared: PreparedCall,
  answer: Approval & { readonly input: unknown },
  services: RuntimeServices,
): Promise<ApprovalOutcome> {
  const { call, tool, session } = prepared;
  const edited = await prepareCall({ ...call, name: tool.name, input: answer.input }, session, services);
  if (edited.status === "failed") {
    const { error, status } = edited.failure;
    const message = `The user changed the input of this call, and it has not run. ${error.message}`;
    return { type: "refused", failure: { ...edited.failure, status, error: { ...error, message } } };
  }
  if (edited.tool !== tool) return { type: "refused", failure: mismatch(prepared) };
  if (edited.decision.verdict === "deny") return { type: "refused", failure: denialOf(edited) };
  const approved: PreparedCall = { ...edited, call, edited: true, hooked: prepared.hooked };
  remember(approved, answer);
  return { type: "approved", prepared: approved };
}

/** Returns the call with the input that a hook wrote, if one did. */
function calledAs({ call, tool, hooked }: PreparedCall): PreparedCall["call"] {
  return hooked?.rewritten === undefined ? call : { ...call, name: tool.name, input: hooked.rewritten.input };
}

function remember({ session, request, reading }: PreparedCall, answer: Approval): void {
  forgetCalls(session);
  const options = reading === undefined ? {} : { readCommand: () => reading };
  addSessionGrants(session, grantFor(request, answer, options));
}

/** Returns the refusal of a call that no approval would let run, so that the approver is not asked in vain. */
function secretFailure(path: string): CallFailure {
  const message = `Refusing to change the secret file '${path}': its content must not be read, so no tool edits or replaces it. Ask the user to change it.`;
  return callFailure("reading-secret-file", message);
}

function rejection({ tool }: PreparedCall, reason: string | undefined): CallFailure {
  const because = reasonSentence(reason);
  return callFailure(
    "rejected-by-user",
    `The user rejected this call to '${tool.name}'.${because} It has not run; do not repeat it without asking.`,
    "rejected-by-user",
  );
}

function mismatch({ tool }: PreparedCall): CallFailure {
  return callFailure(
    "approval-mismatch",
    `The approval was for another input, target or version of '${tool.name}', so the call has not run. Ask again.`,
    "rejected-by-user",
  );
}

function tooLateToEdit({ tool }: PreparedCall): CallFailure {
  return callFailure(
    "approval-mismatch",
    `The call to '${tool.name}' is already running, so its input cannot be changed. Answer yes or no.`,
    "rejected-by-user",
  );
}
