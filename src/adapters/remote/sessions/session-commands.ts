import { type Shell, type ShellOutcome, ToolError } from "../../../contract/index.js";
import type { SessionFiles } from "./session-files.js";

/** Bytes of output that a finished command returns at most. */
const MAX_OUTPUT_BYTES = 16_777_216;

/** Exit status of a command that a signal ended, as shells report SIGKILL. */
const KILLED_STATUS = 137;

/** A command for the agent of another library. */
export interface SessionCommand {
  readonly command: string;
  /** Default: the working directory of the session. */
  readonly cwd?: string | undefined;
  readonly environment?: Readonly<Record<string, string>> | undefined;
  readonly signal: AbortSignal;
  readonly onOutput: (chunk: Uint8Array, stream: "stdout" | "stderr") => void;
}

/** The collected output of a command. */
export interface CollectedOutput {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both, in order of arrival. */
  readonly output: string;
  readonly isTruncated: boolean;
}

/** Runs a command in the shell of a backend. */
export async function runSessionCommand(files: SessionFiles, command: SessionCommand): Promise<ShellOutcome> {
  const shell = requireShell(files);
  const { path: cwd } = await files.resolve(command.cwd ?? files.cwd);
  return shell.run({
    command: command.command,
    cwd,
    signal: command.signal,
    ...(command.environment !== undefined && { environment: command.environment }),
    onOutput: command.onOutput,
  });
}

/** Runs a command to its end and returns its output. */
export async function collectOutput(
  files: SessionFiles,
  command: Omit<SessionCommand, "onOutput">,
): Promise<CollectedOutput> {
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  const texts = { stdout: "", stderr: "", both: "" };
  let size = 0;
  let isTruncated = false;
  const add = (stream: "stdout" | "stderr", text: string) => {
    texts[stream] += text;
    texts.both += text;
  };
  const outcome = await runSessionCommand(files, {
    ...command,
    onOutput: (chunk, stream) => {
      const room = MAX_OUTPUT_BYTES - size;
      if (chunk.byteLength > room) isTruncated = true;
      const kept = chunk.subarray(0, Math.max(0, room));
      size += kept.byteLength;
      if (kept.byteLength > 0) add(stream, decoders[stream].decode(kept, { stream: true }));
    },
  });
  for (const stream of ["stdout", "stderr"] as const) add(stream, decoders[stream].decode());
  const { stdout, stderr, both: output } = texts;
  return { exitCode: exitCodeOf(outcome), stdout, stderr, output, isTruncated };
}

/** Returns the exit status that a shell would report. */
export function exitCodeOf({ exitCode }: ShellOutcome): number {
  return exitCode ?? KILLED_STATUS;
}

function requireShell({ backend }: SessionFiles): Shell {
  if (backend.shell !== undefined) return backend.shell;
  throw new ToolError(
    `The backend '${backend.name}' has no shell. Pass a backend that runs commands, such as localBackend() or bubblewrapBackend().`,
    { code: "not-supported" },
  );
}
