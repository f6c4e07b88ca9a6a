import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import type { Shell, ShellOutcome, ShellRequest } from "../../contract/index.js";
import { childEnvironment, type EnvironmentOptions } from "./child-environment.js";
import { drainOutput } from "./output-drain.js";
import { COOKIE_VARIABLE, hasEnded, signalGroup, sweep, terminate } from "./process-tree.js";
import { RunningCommands } from "./running-commands.js";
import { findShell, type ShellProgram } from "./shell-program.js";
import { spawnFailure } from "./spawn-failure.js";
import { openWorkingDirectory } from "./working-directory.js";

/** Longest timeout a timer of the platform can hold; above it a timer would fire at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** A shell of this machine that can be told to end all it runs. */
export interface LocalShell extends Shell {
  dispose(): Promise<void>;
}

/**
 * Runs commands in bash on this machine, each in a process group of its own and without standard input.
 *
 * Nothing of the output is kept here. After a normal exit what is left of the command's group is killed (seed 000: no
 * background processes); a service that made itself a daemon, with a session and output of its own, stays. After a
 * timeout or an abort nothing stays.
 */
export function localShell(environment?: EnvironmentOptions): LocalShell {
  const running = new RunningCommands();
  const disposal = new AbortController();
  let shellProgram: Promise<ShellProgram> | undefined;
  const program = () => {
    shellProgram ??= findShell().catch((error: unknown) => {
      // Not remembered: the remedy is to install a shell, and then the next call should find it.
      shellProgram = undefined;
      throw error;
    });
    return shellProgram;
  };

  return {
    async run(request) {
      const startedAt = performance.now();
      const durationMs = () => performance.now() - startedAt;
      if (request.signal.aborted || disposal.signal.aborted) {
        return { exitCode: null, reason: "abort", durationMs: durationMs() };
      }
      const shell = await program();
      const cookie = randomBytes(16).toString("hex");
      const child = await start(shell, request, {
        ...childEnvironment(process.env, environment, request.environment),
        PWD: request.cwd,
        [COOKIE_VARIABLE]: cookie,
      });
      const outcome = await running.track(child, follow(child, request, cookie, disposal.signal));
      return { ...outcome, durationMs: durationMs() };
    },
    async dispose() {
      disposal.abort();
      await running.settled();
    },
  };
}

async function start(
  shell: ShellProgram,
  request: ShellRequest,
  environment: Record<string, string>,
): Promise<ChildProcess> {
  const directory = await openWorkingDirectory(request.cwd);
  try {
    const child = spawn(shell.path, shell.argumentsFor(request.command), {
      cwd: directory.path,
      env: environment,
      detached: process.platform !== "win32",
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    if (child.pid === undefined) {
      throw await new Promise((resolve) => child.once("error", resolve));
    }
    // A failed signal or a late pipe error must not become an uncaught exception of the host.
    child.on("error", () => {});
    return child;
  } catch (error) {
    throw spawnFailure(error, request);
  } finally {
    directory.close();
  }
}

/** Follows a command to its end and sees to it that nothing of it stays behind. */
async function follow(
  child: ChildProcess,
  request: ShellRequest,
  cookie: string,
  disposal: AbortSignal,
): Promise<Omit<ShellOutcome, "durationMs">> {
  const { timeoutMs } = request;
  // Not `AbortSignal.any`: on Node 20 each use leaves something behind on a signal that lives as long as the runtime.
  const signals = [request.signal, disposal];
  let reason: ShellOutcome["reason"] = "exit";
  let outputError: { readonly error: unknown } | undefined;
  let ended = false;
  let ending: Promise<void> | undefined;

  const end = (why: ShellOutcome["reason"]) => {
    if (ended || ending !== undefined) return;
    reason = why;
    ending = terminate(child, cookie);
  };
  const onAbort = () => end("abort");
  const timer =
    timeoutMs === undefined || timeoutMs === Number.POSITIVE_INFINITY
      ? undefined
      : setTimeout(() => end("timeout"), Math.min(Math.max(timeoutMs, 1), MAX_TIMEOUT_MS));
  for (const signal of signals) signal.addEventListener("abort", onAbort, { once: true });
  if (signals.some((signal) => signal.aborted)) onAbort();

  for (const stream of ["stdout", "stderr"] as const) {
    child[stream]?.on("data", (chunk: Uint8Array) => {
      if (outputError !== undefined) return;
      try {
        request.onOutput(chunk, stream);
      } catch (error) {
        outputError = { error };
        end("abort");
      }
    });
  }

  try {
    await exitOf(child);
    ended = true;
    const allClosed = await drainOutput(child);
    if (ending !== undefined) {
      await ending;
    } else {
      signalGroup(child, "SIGKILL");
      // Somebody outside the group still held our pipes: not a daemon, but something that ran away.
      if (!allClosed) await sweep(cookie);
    }
  } finally {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener("abort", onAbort);
  }
  if (outputError !== undefined) throw outputError.error;
  const killedBy = child.signalCode;
  return { exitCode: child.exitCode, reason, ...(killedBy === null ? {} : { signal: killedBy }) };
}

function exitOf(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return Promise.resolve();
  return new Promise((resolve) => child.once("exit", () => resolve()));
}
