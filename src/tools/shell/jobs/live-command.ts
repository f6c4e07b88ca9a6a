import { type ToolContext, ToolError } from "../../../contract/index.js";
import { truncateText } from "../../../truncation/index.js";
import type { Operation } from "../../operation.js";
import { type CommandRequest, locateCommand } from "../command-request.js";
import { MAX_OUTPUT_CHARACTERS, runCommandOperation } from "../run-command.js";
import type { Job } from "./job.js";
import { type JobReading, jobReading } from "./job-report.js";
import { type JobWording, jobOf, SessionJobs } from "./session-jobs.js";

/** The end-of-text character, which a terminal turns into an interrupt. */
const INTERRUPT = "\u0003";

/** The end-of-transmission character, which a terminal turns into the end of the input. */
const END_OF_INPUT = "\u0004";

/** A command to start, and how long to wait for it. */
export interface LiveCommandInput extends CommandRequest {
  /** Milliseconds after which the result is returned although the command still runs. */
  readonly yieldMs: number;
  /** Whether the standard input of the command stays open. A program such as `rg` then reads it, and waits for its end. */
  readonly opensInput: boolean;
  /** Most UTF-16 code units of the result. Default {@link MAX_OUTPUT_CHARACTERS}. */
  readonly maxOutputCharacters?: number | undefined;
}

/** Input for a running command, and how long to wait for its output. */
export interface WriteToCommandInput {
  readonly jobId: string;
  /** Empty to read only. */
  readonly text: string;
  readonly yieldMs: number;
  readonly maxOutputCharacters?: number | undefined;
  /** The model's names for `jobId` and `opensInput`. */
  readonly wording: JobWording & { readonly opensInput: string };
}

/**
 * Runs a command and waits for it for a limited time. A command that still runs then
 * continues as a job of the session, which `writeToCommandOperation` writes to and reads.
 *
 * Cancelling the call ends the command. Errors: those of `startJobOperation`.
 */
export const liveCommandOperation: Operation<LiveCommandInput, JobReading> = {
  ...runCommandOperation,
  async run(input, context) {
    const { command, description, yieldMs, maxOutputCharacters = MAX_OUTPUT_CHARACTERS } = input;
    const cwd = await locateCommand(input, context);
    const jobs = SessionJobs.tiedTo(context.session);
    const takesInput = input.opensInput && context.shell.takesInput === true;
    const job = await jobs.start(
      { command, cwd, description, timeoutMs: undefined, maxOutputCharacters, takesInput },
      context,
    );
    const onAbort = () => void job.kill();
    context.signal.addEventListener("abort", onAbort, { once: true });
    if (context.signal.aborted) onAbort();
    await endedWithin(job, yieldMs, context);
    context.signal.removeEventListener("abort", onAbort);
    return reading(job, maxOutputCharacters, context);
  },
};

/**
 * Writes to the standard input of a job of the session and returns the output since the last read. Reading alone needs
 * no permission. Text may make an interpreter do anything, so it is asked about like a command that no rule knows; an
 * interrupt ends the job.
 *
 * Errors: `unknown-job`, `not-supported` for a job without an input and for the end-of-transmission character, which only a
 * terminal understands, `rejected-by-user`.
 */
export const writeToCommandOperation: Operation<WriteToCommandInput, JobReading> = {
  requires: ["shell"],
  kind: "read",
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  executionProfile: { serial: true },
  facts: () => ({}),
  // The operation has its own limit.
  timeoutMs: false,
  truncation: false,
  async run(input, context) {
    const { jobId, text, yieldMs, maxOutputCharacters, wording } = input;
    const job = jobOf(context.session, jobId, wording);
    if (text.includes(END_OF_INPUT)) {
      throw new ToolError(
        `There is no terminal, so \\u0004 would not end the input of '${job.command}'; nothing was written. Send \\u0003 to end the process, or start it with its whole input: printf '...' | command.`,
        { code: "not-supported" },
      );
    }
    if (text === INTERRUPT) await job.kill();
    else if (text !== "") await write(job, input, context);
    await endedWithin(job, yieldMs, context);
    return reading(job, maxOutputCharacters ?? MAX_OUTPUT_CHARACTERS, context);
  },
};

async function write(job: Job, { text, wording }: WriteToCommandInput, context: ToolContext): Promise<void> {
  const approved = await context.ask({
    reason: `Write to the input of '${job.command}'`,
    kind: "execute",
    // The first line is a program that no rule allows, so reading commands are asked about as well: their meaning
    // depends on the program that receives them. Deny rules match the other lines.
    command: `write_stdin\n${text}`,
    cwd: job.cwd,
  });
  if (!approved) {
    throw new ToolError(`Writing to '${job.command}' was not approved; nothing was written. Ask the user.`, {
      code: "rejected-by-user",
    });
  }
  if (job.write(text)) return;
  throw new ToolError(
    job.end === undefined
      ? `'${job.command}' has no open standard input. Start it again with ${wording.opensInput} set to true.`
      : `'${job.command}' has ended, so nothing was written. Read its output, or start it again.`,
    { code: "not-supported" },
  );
}

/** Waits until a job has ended, for a limited time or until the call is cancelled. */
export async function endedWithin(
  job: Job,
  waitMs: number,
  { signal }: Pick<ToolContext, "signal">,
): Promise<void> {
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
}

function reading(job: Job, maxCharacters: number, context: Pick<ToolContext, "noteTruncation">): JobReading {
  const read = jobReading(job);
  const { omitted, savedTo } = read;
  const tail = truncateText(read.output, { keep: "tail", maxCharacters, truncateAt: "character" });
  const bytes = (omitted?.bytes ?? 0) + tail.omittedBytes;
  if (bytes === 0) return read;
  const lines = (omitted?.lines ?? 0) + tail.omittedLines;
  context.noteTruncation({
    omittedBytes: bytes,
    omittedLines: lines,
    ...(savedTo !== undefined && { savedTo }),
  });
  return { ...read, output: tail.text, omitted: { bytes, lines } };
}
