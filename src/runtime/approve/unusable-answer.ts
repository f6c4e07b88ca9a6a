import { describeThrown } from "../../contract/index.js";
import type { PreparedCall } from "../prepare/index.js";
import type { BroughtAnswer, RuntimeServices, SealOutcome } from "../services/index.js";
import { type CallFailure, callFailure } from "../values/index.js";
import { digestText } from "./call-digest.js";

const REASONS: Readonly<Record<Exclude<SealOutcome, "opened">, (toolName: string) => string>> = {
  altered: (tool) =>
    `The approval was given for another input, target or version of '${tool}', or the stored question was altered, so the call has not run. Ask again.`,
  "answered-before": (tool) =>
    `The question about this call to '${tool}' was answered before, and the first answer counts. Nothing was done for this one.`,
  foreign: (tool) =>
    `The question about this call to '${tool}' was asked with another state directory, or by a process without one that has ended, so it cannot be answered here and the call has not run. Answer it in a runtime with the same state directory (COLLET_STATE_DIRECTORY, stateDirectory or approvals), or ask again.`,
  "too-old": (tool) =>
    `The question about this call to '${tool}' is older than 30 days, so it can no longer be answered and the call has not run. Ask again.`,
};

/**
 * Checks that an answer brought along is the first one to the question it was given for, and that the question is about this
 * call; uses the question up. Returns why the answer does not count; `undefined` where it does.
 */
export async function unusableAnswer(
  { request }: BroughtAnswer,
  prepared: PreparedCall,
  { seals }: Pick<RuntimeServices, "seals">,
): Promise<CallFailure | undefined> {
  const { name } = prepared.tool;
  let outcome: SealOutcome;
  try {
    outcome = await seals.open(request.digest, digestText(request, prepared));
  } catch (thrown) {
    const message = `Whether the answer to the question about '${name}' counts could not be found out, so the call has not run: ${describeThrown(thrown)}`;
    return callFailure("approval-failed", message, "rejected-by-user");
  }
  return outcome === "opened"
    ? undefined
    : callFailure("approval-mismatch", REASONS[outcome](name), "rejected-by-user");
}
