import type { ChildProcess } from "node:child_process";
import type { ShellOutcome, ShellRequest } from "../../../../contract/index.js";
import { drainOutput } from "./output-drain.js";
import { hasEnded, signalGroup, sweep, terminate } from "./process-tree.js";
import { startTimeLimits } from "./time-limits.js";

/** Options of following a command. */
export interface FollowOptions {
  readonly request: ShellRequest;
  /** Cookie in the environment of its processes. */
  readonly cookie: string;
  /** Ends the command like the request's own signal. */
  readonly disposal: AbortSignal;
}

/** Follows a command to its end, forwards its output, and ends all its remaining processes. */
export async function followCommand(
  child: ChildProcess,
  { request, cookie, disposal }: FollowOptions,
): Promise<Omit<ShellOutcome, "durationMs">> {
  // Not `AbortSignal.any`: on Node 20 each use leaks memory on a signal that lives as long as the runtime.
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
  const limits = startTimeLimits(request, end);
  for (const signal of signals) signal.addEventListener("abort", onAbort, { once: true });
  if (signals.some((signal) => signal.aborted)) onAbort();

  for (const stream of ["stdout", "stderr"] as const) {
    child[stream]?.on("data", (chunk: Uint8Array) => {
      if (outputError !== undefined) return;
      limits.active();
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
      // A process outside the group still holds the pipes: it is not a daemon but a process that escaped.
      if (!allClosed) await sweep(cookie);
    }
  } finally {
    limits.stop();
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
