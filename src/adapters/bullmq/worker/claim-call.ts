import { lostResult, RECORD_MARGIN_MS, recorded, type WireJob, type WireResult } from "../wire/index.js";
import type { ServingContext } from "./serving-context.js";

/** Outcome of claiming a call: it may start, or it ended. */
export type Claim =
  | { readonly status: "go" }
  | { readonly status: "over"; readonly result: WireResult }
  /** Its result exists already. */
  | { readonly status: "repeated" }
  /** Another worker owns the workspace by now and ends the call. */
  | { readonly status: "left" };

/** Job with BullMQ's delivery data. */
export interface ClaimedJob {
  readonly jobId: string;
  readonly job: WireJob;
  /** Whether no worker had it before. */
  readonly isFirstDelivery: boolean;
}

/**
 * Marks a call as started, permanently: in Redis, in the memory of this worker and in its state directory. A call does not
 * start if any of them has recorded a start, or if none of them can know.
 */
export async function claimCall(claimed: ClaimedJob, context: ServingContext): Promise<Claim> {
  const { jobId, job, isFirstDelivery } = claimed;
  const { link, names, token, recordMs, workspace, key, begun, epochs } = context;
  const over = (result: WireResult): Claim => ({ status: "over", result });
  if (!(await epochs.covers(job))) return over(forgottenResult(workspace, { hasBegun: false }));
  const [answer, changes = "", progress = ""] = (await link.run(
    "colletBegin",
    [names.record(jobId), names.lease],
    [token, Math.round(job.notAfter), recordMs, RECORD_MARGIN_MS],
  )) as readonly string[];
  switch (answer) {
    case "go":
      // The connection may have been lost meanwhile, and this may be the answer of a Redis that remembers less.
      if (!(await epochs.covers(job))) return over(forgottenResult(workspace, { hasBegun: false }));
      return begun.add(jobId, job, link.roughNow)
        ? { status: "go" }
        : over(forgottenResult(workspace, { hasBegun: true }));
    case "started":
    case "running": {
      // The call is running, yet was delivered again to a worker that does not know it, so its result could not be sent.
      const because = `The worker that ran the call in the workspace '${workspace}' is gone.`;
      return over(
        lostResult({ workspace, started: true, because, ...recorded(jobId, changes, progress, key) }),
      );
    }
    case "late":
    case "cancelled": {
      if (begun.has(jobId)) return over(forgottenResult(workspace, { hasBegun: true }));
      // An earlier worker may have started it so long ago that its record is gone.
      const isSure = answer === "cancelled" || isFirstDelivery;
      const because = `No worker started the call in the workspace '${workspace}' in time.`;
      return over(lostResult({ workspace, because, ...(isSure && { started: false }) }));
    }
    case "finished":
      return { status: "repeated" };
    default:
      return { status: "left" };
  }
}

/** Returns the result of a call that started before, or may have, while Redis has no record of it. */
export function forgottenResult(workspace: string, { hasBegun }: { readonly hasBegun: boolean }): WireResult {
  const known = hasBegun
    ? "The call had already started"
    : "It is not known whether the call ran: it was sent before the worker took over the workspace";
  const message = `${known}, and Redis has no record of its outcome. Redis was restored from an older state, or its records were deleted. The call does not run again in the workspace '${workspace}'. Check the current state before you repeat it.`;
  return {
    status: "error",
    content: [{ type: "text", text: message }],
    error: { message, errorCode: "redis-restored" },
    metadata: { workerLost: { started: hasBegun ? true : "unknown", filesKnownChanged: [] } },
  };
}
