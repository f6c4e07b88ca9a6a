import type { OutputWriter, ShellOutcome, ToolContext } from "../../contract/index.js";
import { withoutUndefined } from "../../values/index.js";
import type { Operation } from "../operation.js";
import { type CommandRequest, commandWording, locateCommand, withDirectory } from "./command-request.js";
import { type CommandTimeouts, commandTimeout, NO_COMMAND_TIMEOUT } from "./command-timeout.js";
import { exitCodeOf } from "./exit-code.js";
import { type OutputEnd, OutputTail } from "./output-tail.js";
import { ProgressReporter } from "./progress-reporter.js";
import { type OutputStream, Utf8Streams } from "./utf8-streams.js";

/** Most UTF-16 code units of output that are returned (the Amp specification, MAX_OUTPUT_CHARS). */
export const MAX_OUTPUT_CHARACTERS = 50_000;

/** A command to run. */
export interface RunCommandInput extends CommandRequest {
  /** Milliseconds until the command is ended; limited to the toolset's maximum. */
  readonly timeoutMs?: number | undefined;
  /** Default {@link NO_COMMAND_TIMEOUT}. */
  readonly timeouts?: CommandTimeouts | undefined;
  /** Milliseconds without output until the command is ended; none by default. */
  readonly inactivityTimeoutMs?: number | undefined;
  /** Default {@link MAX_OUTPUT_CHARACTERS}. */
  readonly maxOutputCharacters?: number | undefined;
  /** `separate` also returns stdout and stderr separately. Default `"merged"`. */
  readonly streams?: "merged" | "separate" | undefined;
}

/** The end of a command and its output. */
export interface RunCommandOutput {
  readonly command: string;
  /** Absolute, symlinks resolved. */
  readonly cwd: string;
  readonly description?: string;
  /** stdout and stderr in the order of arrival, without escape sequences; only the end of it if it was too long. */
  readonly output: string;
  /** Amount of omitted output, all of it before `output`. */
  readonly omitted?: OmittedOutput;
  /** Only where `streams` is `separate`. */
  readonly stdout?: OutputEnd;
  readonly stderr?: OutputEnd;
  /** As a shell would report it: 128 plus the signal's number for a command that a signal ended. */
  readonly exitCode: number;
  readonly signal?: string;
  readonly reason: ShellOutcome["reason"];
  readonly durationMs: number;
  /** The time limit of the command. */
  readonly timeoutMs?: number;
  /** The sandbox of the command, if there was one. */
  readonly sandbox?: string;
}

/** Amount of omitted output, and the path of the whole output. */
export interface OmittedOutput {
  readonly bytes: number;
  readonly lines: number;
  /** Absolute; Read and Grep can open it. */
  readonly savedTo?: string;
  /** Why it was not stored. */
  readonly notKept?: string;
}

/**
 * Runs a shell command to its end and returns the tail of its output.
 *
 * A failing command is not an error: its exit code shows the failure. After an abort or a timeout, the output so far is
 * returned with the `reason`; no process of the command is left running. Memory is bounded whatever the command prints,
 * and the whole output, including escape sequences, is kept in the output store if a part is omitted. Errors:
 * `invalid-input` for an empty command or an invalid timeout, `not-found` and `not-a-directory` for the cwd, and the
 * errors of the workspace and the shell.
 */
export const runCommandOperation: Operation<RunCommandInput, RunCommandOutput> = {
  requires: ["shell"],
  kind: "execute",
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  executionProfile: { serial: true },
  facts: ({ command, language, cwd: asked }, { cwd }) => ({
    command,
    language,
    cwd: asked ?? cwd,
    paths: [{ path: asked ?? cwd, access: "read" }],
  }),
  timeoutMs: false,
  truncation: false,
  async run(input, context) {
    const {
      command,
      language,
      description,
      inactivityTimeoutMs,
      maxOutputCharacters = MAX_OUTPUT_CHARACTERS,
    } = input;
    const { timeouts = NO_COMMAND_TIMEOUT, wording } = input;
    const timeoutMs = commandTimeout(input.timeoutMs, timeouts, commandWording(wording).timeout);
    const cwd = await locateCommand(input, context);

    const merged = new OutputTail(maxOutputCharacters);
    const separate = input.streams === "separate" ? separateTails(maxOutputCharacters) : undefined;
    const whole = context.outputs.open();
    const progress = new ProgressReporter(context);
    const streams = new Utf8Streams((bytes, stream) => {
      whole.append(bytes);
      merged.write(bytes);
      separate?.[stream].write(bytes);
      progress.add(bytes);
    });
    let outcome: ShellOutcome;
    try {
      outcome = await context.shell.run({
        command,
        language,
        cwd,
        signal: context.signal,
        onOutput: (chunk, stream) => streams.add(chunk, stream),
        timeoutMs,
        inactivityTimeoutMs,
      });
    } catch (error) {
      await whole.discard();
      throw withDirectory(error, cwd);
    } finally {
      progress.stop();
    }
    streams.finish();

    const { text: output, omitted: left } = merged.take("ended");
    const ends = separate && { stdout: separate.stdout.take("ended"), stderr: separate.stderr.take("ended") };
    const omitted = await keepOmitted(left, whole, context);
    const { reason, signal, durationMs, sandbox } = outcome;
    const exitCode = exitCodeOf(outcome);
    const details = {
      cwd,
      exitCode,
      durationMs,
      ...withoutUndefined({ signal, description, timeoutMs, sandbox }),
    };
    context.note({ ...details, ...(reason !== "exit" && { reason }) });
    return { command, output, reason, ...details, ...(omitted !== undefined && { omitted }), ...ends };
  },
};

function separateTails(maxCharacters: number): Record<OutputStream, OutputTail> {
  return { stdout: new OutputTail(maxCharacters), stderr: new OutputTail(maxCharacters) };
}

/** Stores a whole output of which a part is omitted, and returns its path. */
async function keepOmitted(
  omitted: OutputEnd["omitted"],
  whole: OutputWriter,
  context: Pick<ToolContext, "noteTruncation">,
): Promise<OmittedOutput | undefined> {
  if (omitted === undefined) {
    await whole.discard();
    return undefined;
  }
  const stored = await whole.finish();
  const { bytes, lines } = omitted;
  context.noteTruncation({
    omittedBytes: bytes,
    omittedLines: lines,
    ...(stored.kept && { savedTo: stored.path }),
  });
  return { bytes, lines, ...(stored.kept ? { savedTo: stored.path } : { notKept: stored.reason }) };
}
