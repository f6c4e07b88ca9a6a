import type { OutputEnd } from "../output-tail.js";
import type { Job, JobEnd } from "./job.js";

/** State of a job. */
export interface JobReport {
  readonly jobId: string;
  readonly command: string;
  /** Absolute, symlinks resolved. */
  readonly cwd: string;
  readonly description?: string;
  readonly status: "running" | JobEnd["status"];
  /** Since its start, or from its start to its end. */
  readonly durationMs: number;
  /** As a shell would report it; absent while the job runs. */
  readonly exitCode?: number;
  readonly signal?: string;
  /** Path of the whole output, when it was too long to be read at once; known when the job has ended. */
  readonly savedTo?: string;
  /** Why a job failed. */
  readonly message?: string;
}

/** A report with the output since the last read. */
export interface JobReading extends JobReport {
  /** Without escape sequences; only the end of it if it was too long. */
  readonly output: string;
  /** Amount of omitted output, all of it before `output`. */
  readonly omitted?: NonNullable<OutputEnd["omitted"]>;
}

/** Returns the current report of a job. */
export function jobReport(job: Job): JobReport {
  const { id, command, cwd, description, durationMs, end } = job;
  return {
    jobId: id,
    command,
    cwd,
    ...(description !== undefined && { description }),
    status: "running",
    durationMs,
    ...end,
  };
}

/** Returns the report of a job with its new output, which counts as read from now on. */
export function jobReading(job: Job): JobReading {
  // The report first: if the job ends in between, the next read returns the last output.
  const report = jobReport(job);
  const { text, omitted } = job.read();
  return { ...report, output: text, ...(omitted !== undefined && { omitted }) };
}
