import { Buffer } from "node:buffer";
import {
  describeThrown,
  type Shell,
  type ShellOutcome,
  type ShellRequest,
  ToolError,
} from "../../contract/index.js";

/** A command of a session that returns its output when it has ended. */
export interface SessionCommand {
  readonly command: string;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Whether the command may get only the variables of `environment`. */
  readonly replacesEnvironment: boolean;
  readonly input?: Uint8Array | undefined;
  readonly signal: AbortSignal;
}

/** The output of a command of a session. */
export interface SessionOutput {
  readonly stdout: Uint8Array | string;
  readonly stderr: Uint8Array | string;
  readonly exitCode: number;
}

/** Milliseconds that a session gets to end a command after its signal. */
const GRACE_MS = 2_000;

/** Variables of a command that runs without a question. */
const REDUCED_ENVIRONMENT = { PATH: "/usr/local/bin:/usr/bin:/bin", GIT_PAGER: "cat", PAGER: "cat" };

/**
 * Creates the process port of a session whose commands return their output when they have ended. A command counts as inactive until
 * then.
 */
export function sessionShell(
  run: (command: SessionCommand) => Promise<SessionOutput>,
  { takesInput }: { readonly takesInput: boolean },
): Shell {
  return { takesInput, run: (request) => runCommand(run, request, { takesInput }) };
}

async function runCommand(
  run: (command: SessionCommand) => Promise<SessionOutput>,
  request: ShellRequest,
  { takesInput }: { readonly takesInput: boolean },
): Promise<ShellOutcome> {
  const { signal, confinement, input, onInputOpen, timeoutMs, inactivityTimeoutMs } = request;
  if (onInputOpen !== undefined || (input !== undefined && !takesInput))
    throw new ToolError("This session does not pass input to a running command.", { code: "not-supported" });
  if (confinement?.sandboxed === true)
    throw new ToolError("This session has no second sandbox for the command. Nothing was run.", {
      code: "sandbox-unavailable",
    });
  const startedAt = performance.now();
  const end = (reason: ShellOutcome["reason"], exitCode: number | null): ShellOutcome => ({
    exitCode,
    reason,
    durationMs: performance.now() - startedAt,
  });
  if (signal.aborted) return end("abort", null);
  const channel = new AbortController();
  let stopped: "abort" | "timeout" | "inactivity" | undefined;
  let giveUp = () => {};
  const givenUp = new Promise<undefined>((resolve) => {
    giveUp = () => resolve(undefined);
  });
  const timers: ReturnType<typeof setTimeout>[] = [];
  const stop = (reason: "abort" | "timeout" | "inactivity") => {
    if (stopped !== undefined) return;
    stopped = reason;
    channel.abort();
    timers.push(setTimeout(giveUp, GRACE_MS));
  };
  const onAbort = () => stop("abort");
  signal.addEventListener("abort", onAbort, { once: true });
  if (timeoutMs !== undefined) timers.push(setTimeout(() => stop("timeout"), timeoutMs));
  if (inactivityTimeoutMs !== undefined)
    timers.push(setTimeout(() => stop("inactivity"), inactivityTimeoutMs));
  try {
    request.onStart?.();
    const running = run({
      command: request.command,
      cwd: request.cwd,
      environment: { ...(confinement !== undefined && REDUCED_ENVIRONMENT), ...request.environment },
      replacesEnvironment: confinement?.readOnly === true,
      input,
      signal: channel.signal,
    });
    running.catch(() => {});
    const output = await Promise.race([running, givenUp]);
    if (stopped !== undefined || output === undefined) return end(stopped ?? "abort", null);
    for (const stream of ["stdout", "stderr"] as const) {
      const bytes = Buffer.from(output[stream] as Uint8Array);
      if (bytes.length > 0) request.onOutput(bytes, stream);
    }
    return end("exit", output.exitCode);
  } catch (error) {
    if (stopped !== undefined) return end(stopped, null);
    if (ToolError.isInstance(error)) throw error;
    throw new ToolError(`The session could not run the command: ${describeThrown(error)}.`, {
      code: "spawn-failed",
      cause: error,
    });
  } finally {
    signal.removeEventListener("abort", onAbort);
    for (const timer of timers) clearTimeout(timer);
  }
}
