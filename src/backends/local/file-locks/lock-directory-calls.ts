import { type BigIntStats, lstatSync, mkdirSync, rmdirSync, utimesSync } from "node:fs";
import { isAbandoned, removeAbandoned } from "./abandoned-lock.js";

type Callback<Result> = (error: unknown, result?: Result) => void;

/**
 * The calls of `node:fs` that `proper-lockfile` makes, for its option `fs`. A lock is an empty directory whose modification
 * time is its heartbeat.
 *
 * Two things differ from `node:fs`. The calls are done at once, in this thread: each takes microseconds on a local disk, and
 * between a look at a lock and the act on it no other work of this process comes. And they know the locks of this process, so
 * that a lock that somebody else has taken over is neither refreshed nor removed.
 *
 * `proper-lockfile` notes the precision of time stamps on this object, so one object serves one file system.
 */
export class LockDirectoryCalls {
  // What each lock of this process looks like; a lock that was made anew by somebody else looks different.
  readonly #marks = new Map<string, string>();

  mkdir(path: string, callback: Callback<void>): void {
    answer(callback, () => {
      mkdirSync(path, { mode: 0o700 });
      this.#mark(path);
    });
  }

  stat(path: string, callback: Callback<{ readonly mtime: Date }>): void {
    answer(callback, () => {
      const { mtime, mtimeMs } = lstatSync(path);
      // An age that no living holder has must look old to proper-lockfile, also when it lies in the future.
      return { mtime: isAbandoned(mtimeMs) && !this.owns(path) ? new Date(0) : mtime };
    });
  }

  utimes(path: string, accessed: Date, modified: Date, callback: Callback<void>): void {
    answer(callback, () => {
      // ENOENT is what makes proper-lockfile report the lock as lost.
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
      else removeAbandoned(path);
    });
  }

  /** Called for every held lock when the process exits. */
  rmdirSync(path: string): void {
    if (this.owns(path)) rmdirSync(path);
  }

  /** Tells whether the lock is there as this process made it or refreshed it last. */
  owns(path: string): boolean {
    const mark = this.#marks.get(path);
    return mark !== undefined && mark === markOf(lookAt(path));
  }

  /** Tells whether the lock is somebody else's by now, or so old that it may become so at any moment. */
  mayBeTaken(path: string): boolean {
    const stat = lookAt(path);
    return stat === undefined || this.#marks.get(path) !== markOf(stat) || isAbandoned(Number(stat.mtimeMs));
  }

  /** Ends the knowledge of a lock that was lost. */
  forget(path: string): void {
    this.#marks.delete(path);
  }

  #mark(path: string): void {
    const mark = markOf(lookAt(path));
    if (mark === undefined) this.#marks.delete(path);
    else this.#marks.set(path, mark);
  }
}

// What cannot be looked at is as good as gone: a lock that may be lost is reported, not thrown about.
function lookAt(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Tells directories of the same name apart: one that was made anew has another time, or another number, or both. */
function markOf(stat: BigIntStats | undefined): string | undefined {
  return stat === undefined ? undefined : `${stat.ino}:${stat.mtimeNs}`;
}

// The callback stays outside of the try: what it throws is not the call's failure.
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
