import type { ExecutionProfile, ToolAnnotations, ToolContext } from "../../../contract/index.js";
import type { Operation } from "../../operation.js";
import { commandTimeout } from "../command-timeout.js";
import type { Job } from "./job.js";
import { type JobReading, type JobReport, jobReading, jobReport } from "./job-report.js";
import { jobOf, SessionJobs } from "./session-jobs.js";

/** Milliseconds that a wait takes when nothing is said. */
export const DEFAULT_WAIT_MS = 60_000;

/** Milliseconds that a wait takes at most: who waits longer does nothing for anybody. */
export const MAX_WAIT_MS = 600_000;

/** Names one job. */
export interface JobInput {
  readonly jobId: string;
  /** What the model calls `jobId` and `timeoutMs`. Default `job_id`, `timeout`. */
  readonly wording?: { readonly jobId?: string; readonly timeout?: string };
}

/** Names the job to wait for. */
export interface WaitForJobInput extends JobInput {
  /** Default {@link DEFAULT_WAIT_MS}, at most {@link MAX_WAIT_MS}. */
  readonly timeoutMs?: number;
}

const LOOKS_ONLY: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** Readings of one job take turns: each gives what the one before did not. */
const oneAtATime: ExecutionProfile<JobInput> = {
  resourceKeys: ({ jobId }) => [{ key: `job:${jobId}`, mode: "write" }],
};

/**
 * What the operations on jobs have in common.
 *
 * All are of kind `read`, the one that kills too: they reach nothing but what the session itself started, with whatever
 * approval that took.
 */
const ownJobs = { kind: "read", facts: () => ({}) } as const;

/** Lists the jobs of the session in the order they were started, those that ended too. Reads no output. */
export const listJobsOperation: Operation<Record<never, never>, readonly JobReport[]> = {
  ...ownJobs,
  annotations: LOOKS_ONLY,
  executionProfile: { resourceKeys: () => [] },
  run: async (_input, { session }) => (SessionJobs.of(session)?.list() ?? []).map(jobReport),
};

/** Gives what a job printed since it was last read. Errors: `unknown-job`. */
export const readJobOperation: Operation<JobInput, JobReading> = {
  ...ownJobs,
  annotations: LOOKS_ONLY,
  executionProfile: oneAtATime,
  truncation: false,
  run: async ({ jobId, wording }, context) =>
    read(jobOf(context.session, jobId, wording?.jobId ?? "job_id"), context),
};

/**
 * Waits until a job has ended, for a limited time, and reads it. A job that still runs then is no error: its status says
 * so. Errors: `unknown-job`, `invalid-input` for a time that is none.
 */
export const waitForJobOperation: Operation<WaitForJobInput, JobReading> = {
  ...ownJobs,
  annotations: LOOKS_ONLY,
  executionProfile: oneAtATime,
  // It has a limit of its own.
  timeoutMs: false,
  truncation: false,
  async run({ jobId, timeoutMs, wording }, context) {
    const { session, signal } = context;
    const limits = { defaultMs: DEFAULT_WAIT_MS, maxMs: MAX_WAIT_MS };
    const waitMs = commandTimeout(timeoutMs, limits, wording?.timeout ?? "timeout");
    const job = jobOf(session, jobId, wording?.jobId ?? "job_id");
    let stopWaiting: () => void = () => {};
    const waited = new Promise<void>((resolve) => {
      stopWaiting = resolve;
    });
    const timer = setTimeout(stopWaiting, waitMs);
    signal.addEventListener("abort", stopWaiting, { once: true });
    if (signal.aborted) stopWaiting();
    await Promise.race([job.ended, waited]);
    clearTimeout(timer);
    signal.removeEventListener("abort", stopWaiting);
    return read(job, context);
  },
};

/**
 * Ends a job and all that it started, and reads it: SIGTERM, two seconds, SIGKILL. Of a job that ended before only the
 * output is given. Errors: `unknown-job`.
 */
export const killJobOperation: Operation<JobInput, JobReading> = {
  ...ownJobs,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  executionProfile: oneAtATime,
  truncation: false,
  async run({ jobId, wording }, context) {
    const job = jobOf(context.session, jobId, wording?.jobId ?? "job_id");
    await job.kill();
    return read(job, context);
  },
};

function read(job: Job, context: Pick<ToolContext, "noteTruncation">): JobReading {
  const reading = jobReading(job);
  const { omitted, savedTo } = reading;
  if (omitted !== undefined) {
    context.noteTruncation({
      omittedBytes: omitted.bytes,
      omittedLines: omitted.lines,
      ...(savedTo !== undefined && { savedTo }),
    });
  }
  return reading;
}
