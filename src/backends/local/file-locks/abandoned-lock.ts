import { randomUUID } from "node:crypto";
import { lstatSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { errnoOf } from "../file-error.js";

/**
 * The age at which a lock that nobody refreshed counts as left behind. A killed holder delays the next one by this long; a
 * holder that stands still for longer (stopped, swapped out, its event loop blocked) can lose its lock. `proper-lockfile`
 * takes no less than 2,000.
 */
export const STALE_AFTER_MS = 4_000;

/** What a killed process left for a path that nobody locks again is swept after this time. */
const SWEPT_AFTER_MS = 24 * 60 * 60 * 1_000;

/**
 * Tells whether a lock of this modification time has no living holder. One far in the future has none either: the clock was
 * set back, and a living holder would have refreshed its lock since.
 */
export function isAbandoned(modifiedMs: number, afterMs = STALE_AFTER_MS): boolean {
  return Math.abs(Date.now() - modifiedMs) > afterMs;
}

/**
 * Removes an abandoned lock, whatever it is (a directory, a file, a symbolic link, which is not followed), and nothing else.
 *
 * The lock was found abandoned a moment ago, but between that look and this call somebody else may have taken it over, and a
 * plain removal would take the fresh lock from under them. So it is moved aside first, which only one process can do, looked at
 * again, and put back if it turns out to be fresh.
 *
 * @throws the error of the system; `ENOENT` when somebody else was faster
 */
export function removeAbandoned(path: string, afterMs = STALE_AFTER_MS): void {
  const aside = `${path}.${randomUUID()}`;
  renameSync(path, aside);
  if (!isAbandoned(lstatSync(aside).mtimeMs, afterMs)) {
    try {
      renameSync(aside, path);
      return;
    } catch {
      // Somebody locked the path meanwhile; whoever had the lock that is aside sees that it is gone.
    }
  }
  rmSync(aside, { recursive: true, force: true });
}

/** Removes the locks in a directory that nobody has touched for a day. Best effort: what cannot be removed stays. */
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
