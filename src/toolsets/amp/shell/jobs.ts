import * as z from "zod";
import {
  DEFAULT_WAIT_MS,
  type JobReading,
  killJobOperation,
  listJobsOperation,
  MAX_WAIT_MS,
  readJobOperation,
  waitForJobOperation,
} from "../../../tools/index.js";
import { type FaceEnvironment, face } from "../../face.js";
import { jobEnvelope } from "./bash-envelope.js";

const jobId = () => z.string().describe("The job_id that Bash returned");

/** Other agents' names for the parameter. */
const JOB_ID_ALIASES = { job_id: ["bash_id", "shell_id", "task_id", "id"] };

const jobResult = (job: JobReading, _input: unknown, { offers }: FaceEnvironment) => jobEnvelope(job, offers);

/** The schema and mappings of the tools that take only a job. */
const ofOneJob = () => ({
  inputSchema: z.object({ job_id: jobId() }),
  parameterAliases: JOB_ID_ALIASES,
  toInput: (input: { readonly job_id: string }) => ({ jobId: input.job_id }),
  toResult: jobResult,
});

/** Job of a list, as a model reads it. */
export interface AmpJob {
  readonly job_id: string;
  readonly command: string;
  readonly cwd: string;
  readonly status: string;
  readonly seconds: number;
  readonly exit_code?: number;
}

/** Lists the background jobs of the session. */
export const listJobs = () =>
  face(listJobsOperation, {
    name: "list_jobs",
    description:
      "Lists the background jobs that this session started with Bash: their job_id, command, folder, status (running, exited, killed, failed), running time and exit code.",
    inputSchema: z.object({}),
    aliases: ["list_background_processes"],
    toInput: () => ({}),
    toResult: (jobs): readonly AmpJob[] =>
      jobs.map(({ jobId: id, command, cwd, status, durationMs, exitCode }) => ({
        job_id: id,
        command,
        cwd,
        status,
        seconds: Math.round(durationMs / 1_000),
        ...(exitCode !== undefined && { exit_code: exitCode }),
      })),
    render: (jobs) => (jobs.length === 0 ? "No background jobs." : JSON.stringify(jobs)),
  });

/** Reads a job's output since the last read. */
export const readJob = () =>
  face(readJobOperation, {
    name: "read_job",
    description:
      "Returns the new output of a background job since the last read, and its state. To wait for its end, use wait_for_job instead of calling this tool repeatedly.",
    aliases: ["BashOutput", "job_output", "read_background_output"],
    ...ofOneJob(),
  });

/** Waits for the end of a job. */
export const waitForJob = () =>
  face(waitForJobOperation, {
    name: "wait_for_job",
    description: `Waits until a background job has ended, for ${DEFAULT_WAIT_MS / 1_000} seconds unless timeout says otherwise, and returns its new output since the last read. A status of running says that it has not ended yet.`,
    inputSchema: z.object({
      job_id: jobId(),
      timeout: z
        .number()
        .describe(`Milliseconds to wait, ${MAX_WAIT_MS} at most; default ${DEFAULT_WAIT_MS}`)
        .optional(),
    }),
    parameterAliases: { ...JOB_ID_ALIASES, timeout: ["timeout_ms"] },
    toInput: ({ job_id, timeout }) => ({ jobId: job_id, timeoutMs: timeout }),
    toResult: jobResult,
  });

/** Ends a job. */
export const killJob = () =>
  face(killJobOperation, {
    name: "kill_job",
    description:
      "Ends a background job with all its processes and returns its new output since the last read.",
    aliases: ["KillShell", "KillBash", "job_kill"],
    ...ofOneJob(),
  });
