import type { OutputEnd } from "../output-tail.js";
import type { Job, JobEnd } from "./job.js";

/** What can be said of a job. */
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
  /** Where the whole output is, when it was too long to be read at once; known when the job has ended. */
  readonly savedTo?: string;
  /** Why a job failed. */
  readonly message?: string;
}

/** A report with what was printed since the last reading. */
export interface JobReading extends JobReport {
  /** Without escape sequences; the end of it where it was too long. */
  readonly output: string;
  /** What is missing of the output, all of it before `output`. */
  readonly omitted?: NonNullable<OutputEnd["omitted"]>;
}

/** Reports a job as it is now. */
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

/** Reports a job with its new output, which counts as read from now on. */
export function jobReading(job: Job): JobReading {
  // The report first: of a job that ends in between, the last output is in the next reading.
  const report = jobReport(job);
  const { text, omitted } = job.read();
  return { ...report, output: text, ...(omitted !== undefined && { omitted }) };
}
