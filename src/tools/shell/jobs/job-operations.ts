import type { ExecutionProfile, ToolAnnotations, ToolContext } from "../../../contract/index.js";
import type { Operation } from "../../operation.js";
import { commandTimeout } from "../command-timeout.js";
import type { Job } from "./job.js";
import { type JobReading, type JobReport, jobReading, jobReport } from "./job-report.js";
import { endedWithin } from "./live-command.js";
import { jobOf, SessionJobs } from "./session-jobs.js";

/** Default milliseconds of a wait. */
export const DEFAULT_WAIT_MS = 60_000;

/** Most milliseconds of a wait: a longer one would only block the session. */
export const MAX_WAIT_MS = 600_000;

/** A job of the session, by its id. */
export interface JobInput {
  readonly jobId: string;
  /** The model's names for `jobId` and `timeoutMs`. Default `job_id`, `timeout`. */
  readonly wording?:
    | { readonly jobId?: string | undefined; readonly timeout?: string | undefined }
    | undefined;
}

/** The job to wait for. */
export interface WaitForJobInput extends JobInput {
  /** Default {@link DEFAULT_WAIT_MS}, at most {@link MAX_WAIT_MS}. */
  readonly timeoutMs?: number | undefined;
}

const LOOKS_ONLY: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** Reads of one job run one after the other: each returns the output since the previous one. */
const oneAtATime: ExecutionProfile<JobInput> = {
  resourceKeys: ({ jobId }) => [{ key: `job:${jobId}`, mode: "write" }],
};

/**
 * Common properties of the operations on jobs.
 *
 * All have the kind `read`, even the one that kills: they only affect processes that the session itself started, with
 * the approval that this needed.
 */
const ownJobs = { kind: "read", facts: () => ({}) } as const;

/**
 * Lists the jobs of the session in the order in which they were started, including ended ones. Does not read output.
 */
export const listJobsOperation: Operation<Record<never, never>, readonly JobReport[]> = {
  requires: ["shell"],
  ...ownJobs,
  annotations: LOOKS_ONLY,
  executionProfile: { resourceKeys: () => [] },
  run: async (_input, { session }) => (SessionJobs.of(session)?.list() ?? []).map(jobReport),
};

/** Returns the output of a job since the last read. Errors: `unknown-job`. */
export const readJobOperation: Operation<JobInput, JobReading> = {
  requires: ["shell"],
  ...ownJobs,
  annotations: LOOKS_ONLY,
  executionProfile: oneAtATime,
  truncation: false,
  run: async ({ jobId, wording }, context) =>
    read(jobOf(context.session, jobId, { jobId: wording?.jobId ?? "job_id" }), context),
};

/**
 * Waits until a job has ended, for a limited time, and reads it. A job that still runs then is not an error: its status
 * shows it. Errors: `unknown-job`, `invalid-input` for an invalid time.
 */
export const waitForJobOperation: Operation<WaitForJobInput, JobReading> = {
  requires: ["shell"],
  ...ownJobs,
  annotations: LOOKS_ONLY,
  executionProfile: oneAtATime,
  // The operation has its own limit.
  timeoutMs: false,
  truncation: false,
  async run({ jobId, timeoutMs, wording }, context) {
    const { session } = context;
    const limits = { defaultMs: DEFAULT_WAIT_MS, maxMs: MAX_WAIT_MS };
    const waitMs = commandTimeout(timeoutMs, limits, wording?.timeout ?? "timeout") ?? DEFAULT_WAIT_MS;
    const job = jobOf(session, jobId, { jobId: wording?.jobId ?? "job_id" });
    await endedWithin(job, waitMs, context);
    return read(job, context);
  },
};

/** The job to read, and whether to wait for its end first. */
export interface JobOutputInput extends WaitForJobInput {
  readonly wait: boolean;
}

/** Reads a job, after waiting for its end if asked: `readJobOperation` and `waitForJobOperation` in one tool. */
export const jobOutputOperation: Operation<JobOutputInput, JobReading> = {
  requires: ["shell"],
  ...waitForJobOperation,
  run: (input, context) => (input.wait ? waitForJobOperation : readJobOperation).run(input, context),
};

/**
 * Ends a job and all its processes, and reads it: SIGTERM, two seconds, SIGKILL. For a job that has already ended, only
 * returns the output. Errors: `unknown-job`.
 */
export const killJobOperation: Operation<JobInput, JobReading> = {
  requires: ["shell"],
  ...ownJobs,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  executionProfile: oneAtATime,
  truncation: false,
  async run({ jobId, wording }, context) {
    const job = jobOf(context.session, jobId, { jobId: wording?.jobId ?? "job_id" });
    await job.kill();
    return read(job, context);
  },
};

function read(job: Job, context: Pick<ToolContext, "note" | "noteTruncation">): JobReading {
  const reading = jobReading(job);
  const { status, exitCode, omitted, savedTo } = reading;
  context.note({ jobId: job.id, jobStatus: status, ...(exitCode !== undefined && { exitCode }) });
  if (omitted !== undefined) {
    context.noteTruncation({
      omittedBytes: omitted.bytes,
      omittedLines: omitted.lines,
      ...(savedTo !== undefined && { savedTo }),
    });
  }
  return reading;
}
