import { describeThrown } from "../../contract/index.js";
import type { PreparedCall } from "../prepare/index.js";
import type { BroughtAnswer, RuntimeServices, SealOutcome } from "../services/index.js";
import { type CallFailure, callFailure } from "../values/index.js";
import { digestText } from "./approval-request.js";

const REASONS: Readonly<Record<Exclude<SealOutcome, "opened">, (toolName: string) => string>> = {
  altered: (tool) =>
    `The approval was for another input, target or version of '${tool}', or the stored question was altered, so the call has not run. Ask again.`,
  "answered-before": (tool) =>
    `The question about this call to '${tool}' was answered before, and the first answer counts. This answer had no effect.`,
  foreign: (tool) =>
    `The question about this call to '${tool}' was asked with another state directory, or by a process without one that has ended, so it cannot be answered here and the call has not run. Answer it in a runtime with the same state directory (COLLET_STATE_DIRECTORY, stateDirectory or approvals), or ask again.`,
  "too-old": (tool) =>
    `The question about this call to '${tool}' is older than 30 days, so it can no longer be answered and the call has not run. Ask again.`,
};

/**
 * Checks that an answer passed to `resume` is the first one to its question, and that the question is about this
 * call; marks the question as used. Returns the reason why the answer does not count; `undefined` if it does.
 */
export async function unusableAnswer(
  { request }: BroughtAnswer,
  prepared: PreparedCall,
  { seals }: Pick<RuntimeServices, "seals">,
): Promise<CallFailure | undefined> {
  const { name } = prepared.tool;
  let outcome: SealOutcome;
  try {
    outcome = await seals.open(request.digest, await digestText(request, prepared));
  } catch (thrown) {
    const message = `The answer to the question about '${name}' could not be checked, so the call has not run: ${describeThrown(thrown)}`;
    return callFailure("approval-failed", message, "rejected-by-user");
  }
  return outcome === "opened"
    ? undefined
    : callFailure("approval-mismatch", REASONS[outcome](name), "rejected-by-user");
}
