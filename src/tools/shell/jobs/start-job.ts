import type { Operation } from "../../operation.js";
import { type CommandRequest, commandWording, locateCommand } from "../command-request.js";
import { type CommandTimeouts, commandTimeout, NO_COMMAND_TIMEOUT } from "../command-timeout.js";
import { MAX_OUTPUT_CHARACTERS, runCommandOperation } from "../run-command.js";
import { type JobReport, jobReport } from "./job-report.js";
import { SessionJobs } from "./session-jobs.js";

/** A command to run in the background. */
export interface StartJobInput extends CommandRequest {
  /** Milliseconds until the job is ended; none by default. */
  readonly timeoutMs?: number | undefined;
  /** The limits of the toolset: only the maximum applies; its default is for commands that are waited for. */
  readonly timeouts?: CommandTimeouts | undefined;
  /** Most UTF-16 code units of one read. Default {@link MAX_OUTPUT_CHARACTERS}. */
  readonly maxOutputCharacters?: number | undefined;
}

/**
 * Starts a command in the background and returns its id as soon as it runs.
 *
 * The job belongs to the session and ends with it at the latest. Errors: those of `runCommandOperation`,
 * `too-many-jobs`, and `not-supported` for a session that cannot own jobs.
 */
export const startJobOperation: Operation<StartJobInput, JobReport> = {
  requires: ["shell"],
  ...runCommandOperation,
  async run(input, context) {
    const { command, language, description, maxOutputCharacters = MAX_OUTPUT_CHARACTERS } = input;
    const { maxMs } = input.timeouts ?? NO_COMMAND_TIMEOUT;
    const limits = maxMs === undefined ? {} : { maxMs };
    const timeoutMs = commandTimeout(input.timeoutMs, limits, commandWording(input.wording).timeout);
    const jobs = SessionJobs.tiedTo(context.session);
    const cwd = await locateCommand(input, context);
    const job = await jobs.start(
      { command, language, cwd, description, timeoutMs, maxOutputCharacters },
      context,
    );
    context.note({ jobId: job.id, cwd, ...(description !== undefined && { description }) });
    return jobReport(job);
  },
};
