import { lostResult, RECORD_MARGIN_MS, recorded, type WireJob, type WireResult } from "../wire/index.js";
import type { ServingContext } from "./serving-context.js";

/** What came of claiming a call: whether it may begin, or how it ended. */
export type Claim =
  | { readonly status: "go" }
  | { readonly status: "over"; readonly result: WireResult }
  /** Its result is there already. */
  | { readonly status: "repeated" }
  /** Another worker owns the workspace by now: that one ends it. */
  | { readonly status: "left" };

/** A job with what BullMQ knows of it. */
export interface ClaimedJob {
  readonly jobId: string;
  readonly job: WireJob;
  /** Whether no worker had it before. */
  readonly isFirstDelivery: boolean;
}

/**
 * Marks a call as begun, for good: in Redis, in the memory of this worker and in its state directory. What any of them knows to have
 * begun does not begin again, and what none of them can know neither.
 */
export async function claimCall(claimed: ClaimedJob, context: ServingContext): Promise<Claim> {
  const { jobId, job, isFirstDelivery } = claimed;
  const { link, names, token, recordMs, workspace, key, begun, epochs } = context;
  const over = (result: WireResult): Claim => ({ status: "over", result });
  if (!(await epochs.covers(job))) return over(forgottenResult(workspace, false));
  const [answer, changes = "", progress = ""] = (await link.run(
    "colletBegin",
    [names.record(jobId), names.lease],
    [token, Math.round(job.notAfter), recordMs, RECORD_MARGIN_MS],
  )) as readonly string[];
  switch (answer) {
    case "go":
      // The connection may have been lost meanwhile, and this be the answer of a Redis that remembers less.
      if (!(await epochs.covers(job))) return over(forgottenResult(workspace, false));
      return begun.add(jobId, job, link.roughNow) ? { status: "go" } : over(forgottenResult(workspace, true));
    case "started":
    case "running": {
      // Running, and yet delivered again to a worker that does not know it: its result could not be told.
      const because = `The worker that carried the call out in the workspace '${workspace}' is gone.`;
      return over(
        lostResult({ workspace, started: true, because, ...recorded(jobId, changes, progress, key) }),
      );
    }
    case "late":
    case "cancelled": {
      if (begun.has(jobId)) return over(forgottenResult(workspace, true));
      // A worker that had it before may have begun it, so long ago that its record is gone.
      const isSure = answer === "cancelled" || isFirstDelivery;
      const because = `No worker came to the call in the workspace '${workspace}' in time.`;
      return over(lostResult({ workspace, because, ...(isSure && { started: false }) }));
    }
    case "finished":
      return { status: "repeated" };
    default:
      return { status: "left" };
  }
}

/** What a call is told that began before, or may have, while Redis knows nothing of it. */
export function forgottenResult(workspace: string, hasBegun: boolean): WireResult {
  const known = hasBegun
    ? "The call had begun before"
    : "It is not known whether the call has been carried out: it was sent before the worker came to the workspace";
  const message = `${known}, and Redis has forgotten what became of it. It was restored from an older state, or somebody deleted its records. The call is not carried out again in the workspace '${workspace}'. Look at the current state before you repeat it.`;
  return {
    status: "error",
    content: [{ type: "text", text: message }],
    error: { message, errorCode: "redis-restored" },
    metadata: { workerLost: { started: hasBegun ? true : "unknown", filesKnownChanged: [] } },
  };
}
