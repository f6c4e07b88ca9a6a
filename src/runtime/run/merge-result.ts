import { describeThrown, type ToolResult } from "../../contract/index.js";
import type { PreparedCall } from "../prepare/index.js";
import { type CallFailure, callFailure, failedResult, type ResultBase } from "../values/index.js";
import { type StopReason, timeoutMessage } from "./deadline.js";
import type { RunningCall } from "./running-call.js";

/** Number of changed files that the message of a stopped call names. */
const MAX_NAMED_FILES = 10;

/**
 * Combines the outcome of the executor with the runtime's knowledge of the call; without an outcome the tool was
 * abandoned.
 *
 * A stopped call is never reported as done, but its result lists its changes and says whether its tool returned: a
 * model that reads only "cancelled" would make the change again.
 */
export function mergeResult(
  base: ResultBase,
  outcome: ToolResult | undefined,
  prepared: PreparedCall,
  running: RunningCall,
): ToolResult {
  const trackFiles = mergeTrackFiles(running.trackFiles, outcome?.trackFiles);
  const metadata = mergeMetadata(outcome, prepared, running);
  if (running.stopped !== undefined) {
    const failure = stopFailure(running.stopped, outcome, trackFiles);
    const partial =
      outcome?.status === "done" ? { result: outcome.result, content: outcome.content } : undefined;
    const full = {
      ...base,
      ...(trackFiles !== undefined && { trackFiles }),
      ...(metadata !== undefined && { metadata }),
    };
    const truncation = outcome?.truncation ?? running.truncation;
    const failed = failedResult(full, failure, partial);
    return truncation === undefined ? failed : { ...failed, truncation };
  }
  // Without a stop there is always an outcome: only the end of the grace period produces none.
  const given = outcome as ToolResult;
  // The ids and names are those of the call already: an outcome is one of the local executor, or was read with them.
  const merged: ToolResult = Object.assign({}, given, { timing: base.timing, decision: prepared.decision });
  // The runtime's truncation replaces the tool's own: it was applied later and records where the whole output is.
  const truncation = given.truncation === undefined ? running.truncation : undefined;
  if (trackFiles === undefined && metadata === undefined && truncation === undefined) return merged;
  return {
    ...merged,
    ...(truncation !== undefined && { truncation }),
    ...(trackFiles !== undefined && { trackFiles }),
    ...(metadata !== undefined && { metadata }),
  };
}

function mergeTrackFiles(
  tracked: ReadonlySet<string> | undefined,
  given: readonly string[] | undefined,
): readonly string[] | undefined {
  if (tracked === undefined) return given;
  return given === undefined ? [...tracked] : [...new Set([...tracked, ...given])];
}

function mergeMetadata(
  outcome: ToolResult | undefined,
  { repairs }: PreparedCall,
  { notes }: RunningCall,
): Readonly<Record<string, unknown>> | undefined {
  if (outcome !== undefined && notes === undefined && repairs.length === 0) return outcome.metadata;
  return {
    ...outcome?.metadata,
    ...notes,
    ...(repairs.length > 0 && { repairs }),
    ...(outcome === undefined && { abandoned: true }),
  };
}

function stopFailure(
  reason: StopReason,
  outcome: ToolResult | undefined,
  changed: readonly string[] = [],
): CallFailure {
  const ending =
    outcome === undefined
      ? " The tool did not stop when asked, so its access to files and processes was revoked."
      : outcome.status === "done"
        ? " Its tool returned after that; its output follows."
        : "";
  const note = `${ending}${changedSentence(changed)}`;
  if (reason.type === "timeout")
    return callFailure("timeout", `${timeoutMessage(reason)}${note === "" ? "" : `.${note}`}`);
  // A tool that returned, or changed something, had at least started, and its changes were not undone.
  const isUnderWay = outcome?.status === "done" || changed.length > 0;
  const message = isUnderWay
    ? "The call was cancelled while it ran."
    : "The call was cancelled before it finished.";
  return callFailure("cancelled", `${message}${note}`, "cancelled");
}

function changedSentence(changed: readonly string[]): string {
  if (changed.length === 0) return "";
  const rest = changed.length - MAX_NAMED_FILES;
  const named = changed.slice(0, MAX_NAMED_FILES).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
  return ` It had changed ${changed.length === 1 ? "this file" : "these files"}, and the change was not undone: ${named}.`;
}

/** Returns the failure of a call whose executor returned an invalid result: it is not known whether the tool ran. */
export function unusableOutcome(thrown: unknown): CallFailure {
  const message = `The executor returned a result that cannot be used: ${describeThrown(thrown)}. It is not known whether the call was carried out; check the current state before you repeat it.`;
  return callFailure("invalid-output", message);
}
