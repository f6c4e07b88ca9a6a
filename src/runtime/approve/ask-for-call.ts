import type { TaskHandle } from "../../batching/index.js";
import type { ToolResult } from "../../contract/index.js";
import type { PreparedCall } from "../prepare/index.js";
import type { WatchedCall } from "../run/index.js";
import type { BroughtAnswer, RunScope, RuntimeServices } from "../services/index.js";
import { blockedResult, canonicalJson, failedResult, type ResultBase } from "../values/index.js";
import { approveCall } from "./approve-call.js";

/** The outcome of asking: the result of the call, or the call that may run. */
export type AskedCall = { readonly stopped: ToolResult } | { readonly prepared: PreparedCall };

/**
 * Returns whether a call waits for an answer or brings one, which counts even if the call would no longer need one.
 */
export function takesAnswer(
  { call, decision }: PreparedCall,
  { answers }: Pick<RunScope, "answers">,
): boolean {
  return decision.verdict === "ask" || answers?.has(call.id) === true;
}

/**
 * Asks about a call that the scheduler has reached.
 *
 * An input written by the approver may touch other resources than the call that was asked about: then the call gets
 * the locks of those as well, inside its task, before it runs.
 */
export async function askForCall(
  prepared: PreparedCall,
  options: {
    readonly services: RuntimeServices;
    readonly signal: AbortSignal;
    readonly answer?: BroughtAnswer;
    readonly watched: WatchedCall | undefined;
    readonly task: TaskHandle;
    readonly runName: string;
    readonly base: () => ResultBase;
    readonly run: (approved: PreparedCall, task: TaskHandle) => Promise<ToolResult>;
  },
): Promise<AskedCall> {
  const { services, signal, task } = options;
  const outcome = await approveCall(prepared, options);
  if (outcome.type === "approved") {
    const approved = outcome.prepared;
    const { call, tool, profile } = approved;
    if (canonicalJson(profile) === canonicalJson(prepared.profile)) return { prepared: approved };
    const inside = services.scheduler.openRun({ name: options.runName, within: task, signal });
    const run = (within: TaskHandle) => options.run(approved, within);
    return { stopped: await inside.submit<ToolResult>({ id: call.id, name: tool.name, profile, run }) };
  }
  const stopped =
    outcome.type === "blocked"
      ? blockedResult(options.base(), outcome.request)
      : failedResult(options.base(), outcome.failure);
  if (stopped.status === "rejected-by-user") task.markRejected(stopped.error.message);
  return { stopped };
}
