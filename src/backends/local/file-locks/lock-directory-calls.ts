import { type BigIntStats, lstatSync, mkdirSync, rmdirSync, utimesSync } from "node:fs";
import { isAbandoned, removeAbandoned } from "./abandoned-lock.js";

const NANOSECONDS_PER_MILLISECOND = 1_000_000;

type Callback<Result> = (error: unknown, result?: Result) => void;

/**
 * The functions of `node:fs` that `proper-lockfile` calls, for its option `fs`. A lock is an empty directory
 * whose modification time is its heartbeat.
 *
 * Two things differ from `node:fs`. The functions run synchronously: each takes microseconds on a local disk,
 * and no other work of this process can run between the check of a lock and the action on it. They also know
 * the locks of this process, so a lock that another process took over is neither refreshed nor removed.
 *
 * `proper-lockfile` stores the precision of time stamps on this object, so one object serves one file system.
 */
export class LockDirectoryCalls {
  // Identifies each lock of this process; a lock that another process created again has a different mark.
  readonly #marks = new Map<string, string>();
  // The locks that this process is releasing.
  readonly #releasing = new Set<string>();
  // The status of the lock that is being created: proper-lockfile asks for it within the callback of `mkdir`.
  #created: { readonly path: string; readonly mtime: Date } | undefined;

  mkdir(path: string, callback: Callback<void>): void {
    try {
      answer(callback, () => {
        mkdirSync(path, { mode: 0o700 });
        const stat = this.#mark(path);
        this.#created = stat && { path, mtime: modifiedAt(stat) };
      });
    } finally {
      this.#created = undefined;
    }
  }

  stat(path: string, callback: Callback<{ readonly mtime: Date }>): void {
    answer(callback, () => {
      if (this.#created?.path === path) return this.#created;
      const stat = lstatSync(path, { bigint: true });
      // A lock without a living holder must look old to proper-lockfile, even when its time is in the future.
      return {
        mtime: isAbandoned(Number(stat.mtimeMs)) && !this.owns(path) ? new Date(0) : modifiedAt(stat),
      };
    });
  }

  utimes(path: string, accessed: Date, modified: Date, callback: Callback<void>): void {
    answer(callback, () => {
      // ENOENT makes proper-lockfile report the lock as lost.
      if (!this.owns(path)) throw Object.assign(new Error("The lock is gone."), { code: "ENOENT" });
      utimesSync(path, accessed, modified);
      this.#mark(path);
    });
  }

  rmdir(path: string, callback: Callback<void>): void {
    answer(callback, () => {
      const own = this.owns(path);
      this.forget(path);
      if (own) rmdirSync(path);
      // A lock that another process holds by now is that process's to remove.
      else if (!this.#releasing.has(path)) removeAbandoned(path);
    });
  }

  /**
   * Releases a lock of this process. Never rejects; a lock that another process has taken over stays.
   *
   * @param remove - the release function of proper-lockfile, which calls {@link rmdir}
   */
  async release(path: string, remove: () => Promise<void>): Promise<void> {
    this.#releasing.add(path);
    await remove().catch(() => {});
    this.#releasing.delete(path);
    this.forget(path);
  }

  /** Called for every held lock when the process exits. */
  rmdirSync(path: string): void {
    if (this.owns(path)) rmdirSync(path);
  }

  /** Returns whether the lock is still as this process created or last refreshed it. */
  owns(path: string): boolean {
    const mark = this.#marks.get(path);
    return mark !== undefined && mark === markOf(lookAt(path));
  }

  /**
   * Returns whether another process holds the lock by now, or may take it at any moment because of its age.
   */
  mayBeTaken(path: string): boolean {
    const stat = lookAt(path);
    return stat === undefined || this.#marks.get(path) !== markOf(stat) || isAbandoned(Number(stat.mtimeMs));
  }

  /** Forgets a lock that was lost. */
  forget(path: string): void {
    this.#marks.delete(path);
  }

  #mark(path: string): BigIntStats | undefined {
    const stat = lookAt(path);
    const mark = markOf(stat);
    if (mark === undefined) this.#marks.delete(path);
    else this.#marks.set(path, mark);
    return stat;
  }
}

// A lock that cannot be examined counts as gone: a possible loss is reported, not thrown.
function lookAt(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Returns the modification time, rounded as proper-lockfile compares it. */
function modifiedAt(stat: BigIntStats): Date {
  return new Date(Math.round(Number(stat.mtimeNs) / NANOSECONDS_PER_MILLISECOND));
}

/**
 * Returns a mark that tells directories of the same name apart: a re-created one has another time, another
 * inode, or both.
 */
function markOf(stat: BigIntStats | undefined): string | undefined {
  return stat === undefined ? undefined : `${stat.ino}:${stat.mtimeNs}`;
}

// The callback is called outside the try: an error it throws is not a failure of the function.
function answer<Result>(callback: Callback<Result>, call: () => Result): void {
  let result: Result;
  try {
    result = call();
  } catch (error) {
    callback(error);
    return;
  }
  callback(null, result);
}
