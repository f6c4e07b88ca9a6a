import type {
  ApprovalAnswer,
  ApprovalRequest,
  ContentPart,
  ToolContext,
  WorkspaceScope,
} from "../contract/index.js";
import { grantFor } from "../permissions/index.js";
import { callDigest } from "./call-digest.js";
import { type CallFailure, callFailure, describeThrown } from "./call-failure.js";
import { canonicalJson } from "./canonical-json.js";
import { type PreparedCall, prepareCall } from "./prepare-call.js";
import { RunningCall } from "./running-call.js";
import type { RuntimeServices } from "./runtime-services.js";
import { addSessionGrants } from "./session.js";

/** What came of asking. */
export type ApprovalOutcome =
  | { readonly type: "approved"; readonly prepared: PreparedCall }
  | { readonly type: "refused"; readonly failure: CallFailure }
  | { readonly type: "blocked"; readonly request: ApprovalRequest };

/**
 * Gets a yes or no for a call that must be asked about.
 *
 * Order: an answer brought along (`resume`), the host's handler, else the call is blocked on the user. Anything but a
 * clear yes is a no. After a yes the call is prepared again, so that what was approved is what runs: a rule, a symlink or
 * a tool may have changed while somebody was thinking.
 */
export async function approveCall(
  prepared: PreparedCall,
  options: {
    readonly services: RuntimeServices;
    readonly signal: AbortSignal;
    readonly answer?: { readonly digest: string; readonly value: boolean | ApprovalAnswer };
  },
): Promise<ApprovalOutcome> {
  const { services, answer } = options;
  const request = await buildRequest(prepared, services);
  if (answer !== undefined) {
    if (answer.digest !== request.digest) return { type: "refused", failure: mismatch(prepared) };
    return applyAnswer(prepared, request, answer.value, services);
  }

  emitRequest(request, services);
  if (services.onApproval === undefined) return { type: "blocked", request };

  try {
    const value = await untilAborted(
      services.onApproval(request, { signal: options.signal }),
      options.signal,
    );
    return await applyAnswer(prepared, request, value, services);
  } catch (thrown) {
    const message = `Nobody could be asked whether '${prepared.tool.name}' may run: ${describeThrown(thrown)}. It has not run.`;
    return { type: "refused", failure: callFailure("approval-failed", message, "rejected-by-user") };
  }
}

/** An approver that never answers must not outlive the run that asked. */
function untilAborted<Value>(value: Value | Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new Error("the run was aborted"));
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    Promise.resolve(value)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/** The paths a decided call may open although they lie outside the roots or in a protected place. */
export function approvedPathsOf(
  prepared: PreparedCall,
  services: RuntimeServices,
): WorkspaceScope["approvedPaths"] {
  if (services.permissions.boundaries === "allow") return "any";
  return new Set(prepared.facts.paths.map(({ path }) => path));
}

async function buildRequest(prepared: PreparedCall, services: RuntimeServices): Promise<ApprovalRequest> {
  const { call, tool, session, facts, input, decision } = prepared;
  const preview = await previewOf(prepared, services);
  return {
    callId: call.id,
    toolName: tool.name,
    requestedName: call.name,
    kind: tool.kind,
    sessionId: session.id,
    // Copies: an approver may keep or change what it is shown, but not what will run.
    input: copyOf(input),
    requestedInput: copyOf(call.input),
    facts: {
      ...(facts.paths.length > 0 && { paths: facts.paths.map(({ path, access }) => ({ path, access })) }),
      ...(facts.command !== undefined && { command: facts.command }),
      ...(facts.hosts !== undefined && { hosts: facts.hosts }),
    },
    decision,
    digest: await callDigest(tool, { input, facts }),
    ...(preview !== undefined && { preview }),
  };
}

/** A value that cannot be copied holds functions or the like, so it is no model's and nobody else's either. */
function copyOf(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return value;
  }
}

/** A preview that cannot be made is no reason not to ask: the run itself will say what is wrong. */
async function previewOf(
  prepared: PreparedCall,
  services: RuntimeServices,
): Promise<readonly ContentPart[] | undefined> {
  const { tool, call, session, input } = prepared;
  if (tool.preview === undefined) return undefined;
  const context = new RunningCall({
    callId: call.id,
    tool,
    session,
    services,
    approvedPaths: approvedPathsOf(prepared, services),
    channels: { onProgress() {}, onLog() {}, onChange() {}, ask: () => Promise.resolve(false) },
  });
  try {
    return await tool.preview(input, context satisfies ToolContext);
  } catch {
    return undefined;
  } finally {
    context.end();
  }
}

async function applyAnswer(
  prepared: PreparedCall,
  request: ApprovalRequest,
  value: unknown,
  services: RuntimeServices,
): Promise<ApprovalOutcome> {
  const answer = normalizeAnswer(value);
  emitResponse(request, answer, services);
  if (!answer.approved) return { type: "refused", failure: rejection(prepared, answer.reason) };

  const again = await prepareCall(prepared.call, prepared.session, services);
  const same =
    again.status === "prepared" &&
    again.tool === prepared.tool &&
    canonicalJson([again.input, again.facts]) === canonicalJson([prepared.input, prepared.facts]);
  if (!same || again.decision.verdict === "deny") {
    const message = `What '${prepared.tool.name}' would touch changed while the approval was awaited, so it has not run. Look at the current state and call it again.`;
    return { type: "refused", failure: callFailure("changed-since-approval", message) };
  }
  addSessionGrants(prepared.session, grantFor(prepared.request, answer));
  return { type: "approved", prepared };
}

/** Anything that is not clearly a yes is a no: an approver that answers nonsense must not open a door. */
function normalizeAnswer(value: unknown): ApprovalAnswer {
  if (value === true) return { approved: true };
  if (typeof value !== "object" || value === null) return { approved: false };
  const { approved, reason, remember } = value as {
    approved?: unknown;
    reason?: unknown;
    remember?: unknown;
  };
  if (approved !== true) return { approved: false, ...(typeof reason === "string" && { reason }) };
  return {
    approved: true,
    ...((remember === "session" || Array.isArray(remember)) && {
      remember: remember as NonNullable<Extract<ApprovalAnswer, { approved: true }>["remember"]>,
    }),
  };
}

function rejection({ tool }: PreparedCall, reason: string | undefined): CallFailure {
  const because = reason === undefined ? "" : ` Reason: ${reason}`;
  return callFailure(
    "rejected-by-user",
    `The user rejected this call to '${tool.name}'.${because} It has not run; do not repeat it without asking.`,
    "rejected-by-user",
  );
}

function mismatch({ tool }: PreparedCall): CallFailure {
  return callFailure(
    "approval-mismatch",
    `The approval was given for another input, target or version of '${tool.name}', so the call has not run. Ask again.`,
    "rejected-by-user",
  );
}

function emitRequest(request: ApprovalRequest, { events, clock }: RuntimeServices): void {
  if (!events.active) return;
  const { callId, toolName, sessionId } = request;
  events.emit({ type: "tool-approval-request", callId, toolName, sessionId, at: clock.now(), request });
}

function emitResponse(
  request: ApprovalRequest,
  answer: ApprovalAnswer,
  { events, clock }: RuntimeServices,
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
