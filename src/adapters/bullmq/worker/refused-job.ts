import type { Job } from "bullmq";
import { lostResult, openJob, WIRE_VERSION, type WireResult } from "../wire/index.js";
import type { ServingContext } from "./serving-context.js";
import type { WorkerNews } from "./workspace-serving.js";

/** Reason why a job does not run, and the host to inform. */
interface Refusal {
  readonly reason: string;
  /** Host to answer, if it could be read. */
  readonly host?: string | undefined;
  report(news: WorkerNews): void;
}

/** Answers a malformed job if its host could be read. */
export async function refuseJob(
  job: Job,
  context: ServingContext,
  { reason, host, report }: Refusal,
): Promise<void> {
  const jobId = job.id ?? "";
  report({ type: "job-refused", job: jobId, reason });
  if (host === undefined) return;
  const message = `The worker of the workspace '${context.workspace}' (wire version ${WIRE_VERSION}) refused the call: ${reason}. The call did not run.`;
  const error = { message, errorCode: "invalid-call" };
  await answer(jobId, host, context, { status: "error", content: [{ type: "text", text: message }], error });
}

/** Tells the host about a job that BullMQ no longer delivers, because it started too often or could not be ended. */
export async function giveUpJob(
  job: Job,
  context: ServingContext,
  { reason, report }: Refusal,
): Promise<void> {
  const jobId = job.id ?? "";
  report({ type: "problem", message: `The job ${jobId} was given up: ${reason}` });
  const read = openJob(job.data, jobId, context.key);
  if (read.status === "refused") return;
  const { workspace } = context;
  const because = `The call was given up in the workspace '${workspace}' (${reason}).`;
  await answer(jobId, read.job.host, context, lostResult({ workspace, because }));
}

async function answer(
  jobId: string,
  host: string,
  context: ServingContext,
  result: WireResult,
): Promise<void> {
  const { link, recordMs, workerId, writer, names } = context;
  const timing = { worker: workerId, waitedMs: 0, ranMs: 0 };
  const text = writer.textOf({ job: jobId, type: "result", result, timing });
  await link.run("colletFinish", [names.record(jobId), context.hostStream(host)], [text, recordMs]);
}
