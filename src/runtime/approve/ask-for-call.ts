import type { TaskHandle } from "../../batching/index.js";
import {
  type ContextQuestion,
  ignoreRejection,
  type KeptAnswer,
  type ToolResult,
} from "../../contract/index.js";
import { answerWithHooks, askHooks, type HookedCall, withHookReport } from "../hooks/index.js";
import { readQuestion } from "../host/read-question.js";
import type { PreparedCall } from "../prepare/index.js";
import { type CallScope, unrunBase } from "../run/index.js";
import type { HookOptions } from "../services/index.js";
import { blockedResult, canonicalJson, failedResult } from "../values/index.js";
import { type ApprovalOutcome, approveCall } from "./approve-call.js";
import { judgeQuestion } from "./judge-question.js";

/** The outcome of asking: the result of the call, or the call that may run. */
export type AskedCall = { readonly stopped: ToolResult } | { readonly prepared: PreparedCall };

/**
 * Returns whether a call waits for an answer or brings one, which counts even if the call would no longer need one.
 */
function takesAnswer({ call, decision }: PreparedCall, { run }: CallScope): boolean {
  return decision.verdict === "ask" || run.answers?.has(call.id) === true;
}

/** Returns whether hooks or an approver decide about a call before it runs. */
export function waitsForAnswer(prepared: PreparedCall, scope: CallScope): boolean {
  return scope.services.hooks.length > 0 || takesAnswer(prepared, scope);
}

/**
 * Asks the hooks, and then the approver, about a call that the scheduler has reached.
 *
 * An input written by a hook or the approver may touch other resources than the call that was asked about: then the call gets
 * the locks of those as well, inside its task, before it runs.
 */
export async function askForCall(
  prepared: PreparedCall,
  scope: CallScope,
  {
    task,
    run,
    signal = scope.stop.signal,
  }: {
    readonly task: TaskHandle;
    readonly run: (approved: PreparedCall, task: TaskHandle) => Promise<ToolResult>;
    /** Default: the signal of the run. */
    readonly signal?: AbortSignal | undefined;
  },
): Promise<AskedCall> {
  const judged = await askHooks(prepared, scope, {
    signal,
    question: (asked, kept) => askWithinCall(prepared, asked, scope, kept),
  });
  const { outcome, hooked } = await settle(judged, scope, signal);
  if (outcome.type === "approved") {
    const approved = outcome.prepared;
    const { call, tool, profile } = approved;
    if (canonicalJson(profile) === canonicalJson(prepared.profile)) return { prepared: approved };
    const inside = scope.services.scheduler.openRun({ name: scope.runName, within: task, signal });
    const submission = {
      id: call.id,
      name: tool.name,
      profile,
      run: (own: TaskHandle) => run(approved, own),
    };
    return { stopped: await inside.submit<ToolResult>(submission) };
  }
  const base = unrunBase(hooked, scope);
  const result =
    outcome.type === "blocked" ? blockedResult(base, outcome.request) : failedResult(base, outcome.failure);
  const stopped = withHookReport(result, hooked.hooked);
  // A cancelled question is not an answer.
  if (stopped.status === "rejected-by-user" && !signal.aborted) task.markRejected(stopped.error.message);
  return { stopped };
}

/** Asks the approver about a call unless the hooks have refused it or nothing asks about it. */
async function settle(
  { prepared, failure }: HookedCall,
  scope: CallScope,
  signal: AbortSignal,
): Promise<{ readonly outcome: ApprovalOutcome; readonly hooked: PreparedCall }> {
  if (failure !== undefined) return { outcome: { type: "refused", failure }, hooked: prepared };
  if (!takesAnswer(prepared, scope)) return { outcome: { type: "approved", prepared }, hooked: prepared };
  const answer = scope.run.answers?.get(prepared.call.id);
  const question: HookOptions["ask"] = (asked, kept) => askWithinCall(prepared, asked, scope, kept);
  const { prepared: hooked, answer: hookAnswer } =
    answer === undefined
      ? await answerWithHooks(prepared, scope, { signal, question })
      : { prepared, answer: undefined };
  return { outcome: await approveCall(hooked, scope, { signal, answer, hookAnswer }), hooked };
}

/** Returns whether the rules, or a kept answer, allow what a running tool would ask about; never asks. */
export async function isAllowedWithinCall(
  prepared: PreparedCall,
  question: ContextQuestion,
  { services, kept }: Pick<CallScope, "services"> & { readonly kept?: KeptAnswer | undefined },
): Promise<boolean> {
  const { decision } = await judgeQuestion(prepared, readQuestion(question), services);
  return decision.verdict === "ask" ? isYes(kept) : decision.verdict === "allow";
}

/**
 * Asks a question of a running tool with the usual approval steps. Without an approver the answer is no. A kept answer
 * replaces the question, but no rule, and only the approver's yes is kept.
 */
export async function askWithinCall(
  prepared: PreparedCall,
  question: ContextQuestion,
  scope: CallScope,
  kept?: KeptAnswer,
): Promise<boolean> {
  const checked = readQuestion(question);
  const asked = await judgeQuestion(prepared, checked, scope.services);
  if (asked.decision.verdict !== "ask") return asked.decision.verdict === "allow";
  if (await isYes(kept)) return true;
  const { signal } = scope.stop;
  const outcome = await approveCall(asked, scope, { signal, running: prepared, question: checked });
  if (outcome.type !== "approved") return false;
  await kept?.keep().catch(ignoreRejection);
  return true;
}

/** Returns whether an answer was kept; a backend of the host that fails has kept none. */
async function isYes(kept: KeptAnswer | undefined): Promise<boolean> {
  return (await kept?.isKept().catch(ignoreRejection)) === true;
}
