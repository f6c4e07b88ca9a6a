import { randomUUID } from "node:crypto";
import { lstatSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { errnoOf } from "../file-error.js";

/**
 * Age after which a lock without a heartbeat counts as abandoned. A killed holder delays the next one by this
 * long; a holder that is suspended for longer (stopped, swapped out, its event loop blocked) can lose its
 * lock. `proper-lockfile` accepts no less than 2,000.
 */
export const STALE_AFTER_MS = 4_000;

/** Age after which the leftovers of a killed process for a path that is never locked again are removed. */
const SWEPT_AFTER_MS = 24 * 60 * 60 * 1_000;

/**
 * Returns whether a lock with this modification time has no living holder. This includes a time far in the
 * future: the clock was set back, and a living holder would have refreshed its lock since then.
 */
export function isAbandoned(modifiedMs: number, afterMs = STALE_AFTER_MS): boolean {
  return Math.abs(Date.now() - modifiedMs) > afterMs;
}

/**
 * Removes an abandoned lock of any type (a directory, a file, a symbolic link, which is not followed), and
 * nothing else.
 *
 * The lock was found abandoned a moment ago, but another process may have taken it over since then, and a
 * plain removal would take the fresh lock away from it. So the lock is first renamed, which only one process
 * can do, then checked again, and put back if it is fresh.
 *
 * @throws the error of the system; `ENOENT` if another process was faster
 */
export function removeAbandoned(path: string, afterMs = STALE_AFTER_MS): void {
  const aside = `${path}.${randomUUID()}`;
  renameSync(path, aside);
  if (!isAbandoned(lstatSync(aside).mtimeMs, afterMs)) {
    try {
      renameSync(aside, path);
      return;
    } catch {
      // Another process locked the path meanwhile; the holder of the renamed lock notices that it is gone.
    }
  }
  rmSync(aside, { recursive: true, force: true });
}

/**
 * Removes the locks in a directory that were not touched for a day. Best effort: a lock that cannot be
 * removed stays.
 */
export function sweepAbandoned(directory: string): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    try {
      if (isAbandoned(lstatSync(path).mtimeMs, SWEPT_AFTER_MS)) removeAbandoned(path, SWEPT_AFTER_MS);
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
    }
  }
}
