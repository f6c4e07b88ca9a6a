import type { ApprovalHandler, ToolCall, ToolResult } from "../../contract/index.js";
import type { ExecuteOptions, ToolRuntime } from "../../runtime/index.js";
import { createCallQueue, type QueuedCallOptions } from "./call-queue.js";

/** Options of the tools that a framework runs. */
export type RunOptions = Pick<ExecuteOptions, "session">;

/**
 * Creates a function that runs the calls of a framework: those that it starts together run as one batch, and a call that
 * the framework's user approved runs without another question.
 */
export function createCallRunner(
  runtime: Pick<ToolRuntime, "executeBatch">,
  { session }: RunOptions,
): (call: ToolCall, options: QueuedCallOptions) => Promise<ToolResult> {
  return createCallQueue((calls, { signal, approved }) =>
    runtime.executeBatch(calls, {
      signal,
      session,
      ...(approved.size > 0 && { onApproval: approvedCalls(approved) }),
    }),
  );
}

/**
 * Creates the approver of a run whose calls the user of a framework has approved: yes for the calls with these ids, and no
 * for every other question. The approval of a call does not answer a question that its tool asks while it runs.
 */
function approvedCalls(ids: ReadonlySet<string>): ApprovalHandler {
  return ({ callId, askedBy }) =>
    askedBy === "call" && ids.has(callId)
      ? true
      : { approved: false, reason: "The user was not asked about this." };
}
