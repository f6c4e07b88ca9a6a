import { type ChildProcess, spawn } from "node:child_process";
import * as path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { systemFolder } from "../environment/index.js";
import { processesWithEnvironment, runningInGroup } from "./process-table.js";

/** Milliseconds between SIGTERM and SIGKILL: time to remove a lock file or to flush, not to finish. */
const TERMINATION_GRACE_MS = 2_000;

/** Milliseconds between two checks whether a group is gone. */
const POLL_INTERVAL_MS = 10;

/**
 * Checks after which the process table is read, which shows whether only zombies are left; it costs some
 * milliseconds.
 */
const POLLS_PER_TABLE_LOOK = 3;

/**
 * Rounds without a result after which a sweep ends: a process may fork while one round reads other entries.
 */
const EMPTY_SWEEP_ROUNDS = 2;

/** Milliseconds without another process after which a sweep stops: on a process that hangs in the kernel. */
const MAX_SWEEP_MS = 3_000;

/** Milliseconds after which a sweep stops on a fork bomb, which a busy machine needs longer to end. */
const MAX_BOMB_SWEEP_MS = 20_000;

/** Milliseconds after which `taskkill` is given up; on a machine under load it takes seconds to start. */
const MAX_TASKKILL_MS = 30_000;

/**
 * Sends a signal to a command's whole process group; returns whether the group still existed. On Windows,
 * which has no groups, only the shell itself receives it.
 */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false;
  if (process.platform === "win32") return !hasEnded(child) && child.kill(signal);
  try {
    process.kill(-child.pid, signal);
    return true;
  } catch (error) {
    // EPERM: the group exists, but its remaining processes run as another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Returns whether a process has ended. */
export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * Ends a command and all its processes: SIGTERM to the group, SIGKILL after {@link TERMINATION_GRACE_MS},
 * then a sweep for processes that left the group. Resolves when no process can be found.
 *
 * Windows has neither groups nor SIGTERM: the process tree of the shell is ended at once.
 */
export async function terminate(child: ChildProcess, cookie: string): Promise<void> {
  if (process.platform === "win32") return endTree(child);
  signalGroup(child, "SIGTERM");
  // A stopped process would not handle the signal.
  signalGroup(child, "SIGCONT");
  if (!(await groupGone(child, TERMINATION_GRACE_MS))) {
    signalGroup(child, "SIGKILL");
    await groupGone(child, TERMINATION_GRACE_MS);
  }
  await sweep(cookie);
}

async function groupGone(child: ChildProcess, withinMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs;
  for (let polls = 1; ; polls += 1) {
    if (hasEnded(child)) {
      if (!signalGroup(child, 0)) return true;
      const isTableLook = process.platform === "linux" && polls % POLLS_PER_TABLE_LOOK === 0;
      if (isTableLook && child.pid !== undefined && (await runningInGroup(child.pid)).length === 0)
        return true;
    }
    if (performance.now() >= giveUpAt) return false;
    await delay(POLL_INTERVAL_MS);
  }
}

/**
 * Kills every process that carries the cookie in its environment, even one that created its own session
 * (`setsid`). Linux only; a process that also cleared its environment is not found.
 */
export async function sweep(cookie: string): Promise<void> {
  if (process.platform !== "linux") return;
  const startedAt = performance.now();
  const known = new Set<number>();
  let latestAt = startedAt;
  let emptyRounds = 0;
  const isOver = (now: number) => now - latestAt >= MAX_SWEEP_MS || now - startedAt >= MAX_BOMB_SWEEP_MS;
  while (emptyRounds < EMPTY_SWEEP_ROUNDS && !isOver(performance.now())) {
    const found = await processesWithEnvironment(cookie, kill);
    if (found.some((pid) => !known.has(pid))) latestAt = performance.now();
    for (const pid of found) known.add(pid);
    emptyRounds = found.length === 0 ? emptyRounds + 1 : 0;
    if (found.length > 0) await delay(POLL_INTERVAL_MS);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has already ended.
  }
}

function endTree(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || hasEnded(child)) return Promise.resolve();
  return new Promise((resolve) => {
    const taskkill = path.win32.join(systemFolder(), "taskkill.exe");
    const killer = spawn(taskkill, ["/pid", String(child.pid), "/T", "/F"], {
      stdio: "ignore",
      windowsHide: true,
      timeout: MAX_TASKKILL_MS,
      killSignal: "SIGKILL",
    });
    // Whatever it did not end: at least the shell itself.
    const end = () => {
      if (!hasEnded(child)) child.kill("SIGKILL");
      resolve();
    };
    killer.once("exit", end);
    killer.once("error", end);
  });
}
