import { type FileLocation, type ShellOutcome, type ToolContext, ToolError } from "../../contract/index.js";
import { createOutputAccumulator, truncateText } from "../../truncation/index.js";
import type { Operation } from "../operation.js";
import { plainOutput } from "./plain-output.js";
import { ProgressReporter } from "./progress-reporter.js";
import { Utf8Streams } from "./utf8-streams.js";

/** Characters of output that are given, in UTF-16 code units. Seed 000: MAX_OUTPUT_CHARS. */
export const MAX_OUTPUT_CHARACTERS = 50_000;

/** So many times more is kept of the raw output, because colours and other escape sequences are taken out of it. */
const RAW_RESERVE = 4;

/** A command to run. */
export interface RunCommandInput {
  readonly command: string;
  /** Default: the session's cwd. */
  readonly cwd?: string;
  /** Milliseconds until the command is ended; none by default. */
  readonly timeoutMs?: number;
  /** Default {@link MAX_OUTPUT_CHARACTERS}. */
  readonly maxOutputCharacters?: number;
  /** What the model calls `command`. Default `cmd`. */
  readonly commandName?: string;
}

/** How a command ended and what it printed. */
export interface RunCommandOutput {
  readonly command: string;
  /** Absolute, symlinks resolved. */
  readonly cwd: string;
  /** stdout and stderr as they came, without escape sequences; the end of it where it was too long. */
  readonly output: string;
  /** What is missing of the output, all of it before `output`. */
  readonly omitted?: { readonly bytes: number; readonly lines: number };
  /** As a shell would report it: 128 and the signal's number for a command that a signal ended. */
  readonly exitCode: number;
  readonly signal?: string;
  readonly reason: ShellOutcome["reason"];
  readonly durationMs: number;
}

/**
 * Runs a shell command to its end and gives the tail of its output.
 *
 * A command that fails is no error: its exit code says so. After an abort or a timeout the output so far is given, with
 * the `reason`; nothing of the command is left running. Memory is bounded whatever the command prints. Errors:
 * `invalid-input` for an empty command, `not-found` and `not-a-directory` for the cwd, and what the workspace and the
 * shell refuse.
 */
export const runCommandOperation: Operation<RunCommandInput, RunCommandOutput> = {
  kind: "execute",
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  executionProfile: { serial: true },
  facts: ({ command, cwd: asked }, { cwd }) => ({
    command,
    paths: [{ path: asked ?? cwd, access: "read" }],
  }),
  timeoutMs: false,
  truncation: false,
  async run(input, context) {
    const { command, timeoutMs, maxOutputCharacters = MAX_OUTPUT_CHARACTERS } = input;
    if (command.trim() === "") {
      throw new ToolError(`${input.commandName ?? "cmd"} is empty. Give the command to run.`, {
        code: "invalid-input",
      });
    }
    const { path: cwd } = await workingDirectory(input.cwd ?? context.cwd, context);

    const kept = createOutputAccumulator({
      maxCharacters: maxOutputCharacters * RAW_RESERVE,
      keep: "tail",
      cut: "character",
    });
    const progress = new ProgressReporter(context);
    const streams = new Utf8Streams((bytes) => {
      kept.write(bytes);
      progress.add(bytes);
    });
    let outcome: ShellOutcome;
    try {
      outcome = await context.shell.run({
        command,
        cwd,
        signal: context.signal,
        onOutput: (chunk, stream) => streams.add(chunk, stream),
        ...(timeoutMs !== undefined && { timeoutMs }),
      });
    } catch (error) {
      throw withDirectory(error, cwd);
    } finally {
      progress.stop();
    }
    streams.finish();

    const raw = kept.finish();
    const tail = truncateText(plainOutput(raw.text), {
      maxCharacters: maxOutputCharacters,
      keep: "tail",
      cut: "character",
    });
    const { reason, signal, durationMs } = outcome;
    const exitCode = outcome.exitCode ?? exitCodeOfSignal(signal);
    context.note({ exitCode, durationMs, cwd, ...(signal !== undefined && { signal }) });
    return {
      command,
      cwd,
      output: tail.text,
      ...((raw.truncated || tail.truncated) && {
        omitted: {
          bytes: raw.omittedBytes + tail.omittedBytes,
          lines: raw.omittedLines + tail.omittedLines,
        },
      }),
      exitCode,
      reason,
      durationMs,
      ...(signal !== undefined && { signal }),
    };
  },
};

async function workingDirectory(cwd: string, context: ToolContext): Promise<FileLocation> {
  const location = await context.files.locate(cwd);
  const { path, stat } = location;
  if (stat === undefined) {
    throw new ToolError(
      `ENOENT: no such file or directory '${path}': the working directory does not exist. Create it first, or give another one.`,
      { code: "not-found", absolutePath: path },
    );
  }
  if (stat.type !== "directory") {
    throw new ToolError(`The working directory '${path}' is not a folder. Give a folder.`, {
      code: "not-a-directory",
      absolutePath: path,
    });
  }
  // Looking into it is refused where it lies outside the roots and was not approved.
  if (!location.insideRoots) await context.files.list(cwd);
  return location;
}

/** Says where a command could not be started: a folder that may not be entered looks like a program that is missing. */
function withDirectory(error: unknown, cwd: string): unknown {
  if (!ToolError.isInstance(error) || error.code !== "spawn-failed") return error;
  return new ToolError(`${error.message} The working directory was '${cwd}'.`, {
    code: error.code,
    cause: error,
    ...(error.retryable !== undefined && { retryable: error.retryable }),
  });
}

/** The numbers that POSIX fixes; elsewhere they differ between systems. */
const SIGNAL_NUMBERS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
};

function exitCodeOfSignal(signal: string | undefined): number {
  return 128 + (SIGNAL_NUMBERS[signal ?? ""] ?? 0);
}
