import { type ChildProcess, spawn } from "node:child_process";
import { ToolError } from "../../../contract/index.js";
import { withoutUndefined } from "../../../values/index.js";
import { errnoOf } from "../file-error.js";
import { DebugReader } from "./debug-reader.js";

/** Bytes of ripgrep's standard error that are kept for the error message. */
const MAX_COMPLAINT_BYTES = 4_096;

/** Options of one ripgrep process. */
export interface RipgrepRun {
  readonly binary: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
  /** Descriptor of the file that ripgrep reads as `-`. */
  readonly input?: number | undefined;
  readonly signal: AbortSignal;
  /** Reports the binary files in {@link RipgrepEnd}. */
  readonly listBinaryFiles?: boolean;
}

/** Result of a ripgrep process that ended normally. */
export interface RipgrepEnd {
  readonly exitCode: number;
  /** First lines of standard error. */
  readonly complaint: string;
  /** Skipped binary files, as ripgrep prints them; only if requested. */
  readonly binaryFiles: readonly string[];
}

/**
 * Runs ripgrep and yields its output as it arrives; the return value describes the end.
 *
 * Leaving the loop kills the process; so does the signal, which then throws `cancelled`. Throws
 * `search-failed` if the process could not be started or was killed from outside: the partial output would
 * look complete.
 */
export async function* runRipgrep(run: RipgrepRun): AsyncGenerator<Buffer, RipgrepEnd, undefined> {
  if (run.signal.aborted) throw cancelled();
  const child = start(run);
  const ended = endOf(child);
  const onAbort = () => child.kill("SIGKILL");
  run.signal.addEventListener("abort", onAbort, { once: true });
  let complaint = "";
  const reader = run.listBinaryFiles === true ? new DebugReader() : undefined;
  child.stderr?.setEncoding("utf8").on("data", (output: string) => {
    const text = reader?.push(output) ?? output;
    if (complaint.length < MAX_COMPLAINT_BYTES) complaint += text.slice(0, MAX_COMPLAINT_BYTES);
  });
  try {
    if (child.stdout !== null) {
      for await (const chunk of child.stdout) yield chunk as Buffer;
    }
    const { exitCode, signal, error } = await ended;
    if (run.signal.aborted) throw cancelled();
    if (error !== undefined) throw startFailure(error);
    if (exitCode === null) {
      throw new ToolError(
        `The search was ended by ${signal ?? "a signal"}, so its results are incomplete. Try again.`,
        {
          code: "search-failed",
          retryable: true,
        },
      );
    }
    return { exitCode, complaint: wholeLines(complaint).trim(), binaryFiles: reader?.binaryFiles ?? [] };
  } finally {
    run.signal.removeEventListener("abort", onAbort);
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    child.stdout?.destroy();
    child.stderr?.destroy();
  }
}

/** Removes the last line of a complaint that reached the limit: it may be truncated. */
function wholeLines(complaint: string): string {
  const end = complaint.lastIndexOf("\n");
  return complaint.length < MAX_COMPLAINT_BYTES || end < 0 ? complaint : complaint.slice(0, end);
}

function start(run: RipgrepRun): ChildProcess {
  // ripgrep finds the user's global ignore file through HOME; no other variable may change its results.
  const { HOME, XDG_CONFIG_HOME, SYSTEMROOT } = process.env;
  const debugArguments = run.listBinaryFiles === true ? ["--debug"] : [];
  try {
    return spawn(run.binary, [...debugArguments, ...run.arguments], {
      cwd: run.cwd,
      env: {
        ...withoutUndefined({ HOME, XDG_CONFIG_HOME, SYSTEMROOT }),
      },
      stdio: [run.input ?? "ignore", "pipe", "pipe"],
      windowsHide: true,
    });
  } catch (error) {
    throw startFailure(error);
  }
}

interface ProcessEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: unknown;
}

/** Resolves with the end of the process; never rejects, so it may be left unawaited. */
function endOf(child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ exitCode: null, signal: null, error }));
    child.once("close", (exitCode, signal) => resolve({ exitCode, signal }));
  });
}

function startFailure(error: unknown): ToolError {
  if (ToolError.isInstance(error)) return error;
  const errno = errnoOf(error);
  const reason =
    errno === "E2BIG"
      ? "the pattern or the globs are too long"
      : `the system reported ${errno ?? String(error)}`;
  return new ToolError(`The search could not be started: ${reason}.`, {
    code: "search-failed",
    cause: error,
  });
}

function cancelled(): ToolError {
  return new ToolError("The search was cancelled.", { code: "cancelled" });
}
