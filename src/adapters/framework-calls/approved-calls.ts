import type { ApprovalHandler } from "../../contract/index.js";

/**
 * Creates the approver of a run whose calls the user of a framework has approved: yes for the calls with these ids, and no
 * for every other question. The approval of a call does not answer a question that its tool asks while it runs.
 */
export function approvedCalls(ids: ReadonlySet<string>): ApprovalHandler {
  return ({ callId, askedBy }) =>
    askedBy === "call" && ids.has(callId)
      ? true
      : { approved: false, reason: "The user was not asked about this." };
}
