import type { ChildProcess } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

/** Milliseconds between SIGTERM and SIGKILL; time to remove a lock file or flush, not to finish. */
export const TERMINATION_GRACE_MS = 2_000;

/** Milliseconds between two looks at whether a group is gone. */
const POLL_INTERVAL_MS = 10;

/** Rounds without a find after which a sweep is over: a process may fork while one round looks elsewhere. */
const EMPTY_SWEEP_ROUNDS = 2;

/** Milliseconds after which a sweep gives up: on a fork bomb, or on a process that hangs in the kernel. */
const MAX_SWEEP_MS = 3_000;

/** Environments read at once. */
const SWEEP_CONCURRENCY = 32;

/** Variable whose random value marks every process that descends from one command. */
export const COOKIE_VARIABLE = "COLLET_CALL";

/**
 * Sends a signal to a command's whole process group; says whether there still was one.
 *
 * On Windows, which has no groups, only the shell itself gets it.
 */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false;
  if (process.platform === "win32") return child.exitCode === null && child.kill(signal);
  try {
    process.kill(-child.pid, signal);
    return true;
  } catch (error) {
    // EPERM: the group is there, but what is left of it runs as another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Ends a command and all that it started: SIGTERM to the group, SIGKILL after {@link TERMINATION_GRACE_MS}, then a sweep
 * for what left the group. Resolves when nothing is left that can be found.
 */
export async function terminate(child: ChildProcess, cookie: string): Promise<void> {
  signalGroup(child, "SIGTERM");
  // A stopped process would sleep through the signal.
  signalGroup(child, "SIGCONT");
  if (!(await groupGone(child, TERMINATION_GRACE_MS))) {
    signalGroup(child, "SIGKILL");
    await groupGone(child, TERMINATION_GRACE_MS);
  }
  await sweep(cookie);
}

async function groupGone(child: ChildProcess, withinMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs;
  while (child.exitCode === null && child.signalCode === null ? true : signalGroup(child, 0)) {
    if (performance.now() >= giveUpAt) return false;
    await delay(POLL_INTERVAL_MS);
  }
  return true;
}

/**
 * Kills every process that carries the cookie in its environment: those that made themselves a session of their own
 * (`setsid`). Linux only; a process that also wiped its environment is not found.
 */
export async function sweep(cookie: string): Promise<void> {
  if (process.platform !== "linux") return;
  const marker = Buffer.from(`${COOKIE_VARIABLE}=${cookie}`);
  const giveUpAt = performance.now() + MAX_SWEEP_MS;
  let emptyRounds = 0;
  while (emptyRounds < EMPTY_SWEEP_ROUNDS && performance.now() < giveUpAt) {
    const found = await processesWith(marker);
    for (const pid of found) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It ended by itself.
      }
    }
    emptyRounds = found.length === 0 ? emptyRounds + 1 : 0;
    if (found.length > 0) await delay(POLL_INTERVAL_MS);
  }
}

async function processesWith(marker: Buffer): Promise<number[]> {
  const names = await readdir("/proc").catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const found: number[] = [];
  for (let start = 0; start < pids.length; start += SWEEP_CONCURRENCY) {
    await Promise.all(
      pids.slice(start, start + SWEEP_CONCURRENCY).map(async (pid) => {
        if (pid === process.pid) return;
        // Another user's process, or one that just ended.
        const environment = await readFile(`/proc/${pid}/environ`).catch(() => undefined);
        if (environment?.includes(marker)) found.push(pid);
      }),
    );
  }
  return found;
}
