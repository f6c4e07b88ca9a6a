import type { Clock, FileLocks } from "../../../contract/index.js";
import { systemClock } from "../../../values/index.js";
import { errnoOf } from "../file-error.js";
import { STALE_AFTER_MS } from "./abandoned-lock.js";
import { HeldLock } from "./held-lock.js";
import { LockDirectory } from "./lock-directory.js";
import { lockFailed } from "./lock-error.js";
import { type LeaveQueue, LockQueues } from "./lock-queues.js";
import { LockWait } from "./lock-wait.js";

/** Location of this machine's locks, and the clock. */
export interface LocalFileLocksOptions {
  /**
   * Absolute path; default: `localStateDirectory()`. Only processes with the same directory see each other's
   * locks.
   */
  readonly stateDirectory?: string;
  /** Measures the wait for a lock; heartbeats use the clock of the machine. */
  readonly clock?: Clock;
}

/** Interval at which a held lock is refreshed; `proper-lockfile` accepts no less. */
const HEARTBEAT_MS = 1_000;

/** Errors that Windows reports while the removal of a directory is in progress. */
const PASSING_ERRORS: readonly string[] = process.platform === "win32" ? ["EPERM", "EBUSY", "EACCES"] : [];

// One queue for the whole process, shared by all runtimes on one state directory.
const queues = new LockQueues();

/**
 * Creates file locks that every process of this user on this machine respects: empty directories in `<state
 * directory>/locks`, named by a hash of the file's path.
 *
 * - Within the process, locks are granted in order of arrival; between processes the order is random, and no
 *   caller waits longer than 30 s.
 * - The lock of a killed process is taken over about 4 s after its last heartbeat.
 * - Does no I/O before the first `acquire`, which loads `proper-lockfile` and creates the directory.
 *
 * Errors: `cancelled` and `file-locked` as the port specifies, `access-denied` if there is no safe directory
 * for the locks, `no-space` and `io-error` if a lock cannot be created there.
 *
 * @example
 * const lock = await localFileLocks().acquire("/home/me/notes.txt", { signal });
 * try {
 *   // read, change, look at lock.compromised, write
 * } finally {
 *   await lock.release();
 * }
 */
export function localFileLocks(options: LocalFileLocksOptions = {}): FileLocks {
  const { stateDirectory, clock = systemClock } = options;
  let directory: LockDirectory | undefined;

  async function lock(path: string, wait: LockWait): Promise<HeldLock> {
    wait.signal.throwIfAborted();
    directory ??= new LockDirectory(stateDirectory);
    const opened = directory;
    const lockPath = opened.lockPathOf(path);
    const leaveQueue = await queues.take(lockPath, wait.signal);
    try {
      return await takeLock(opened, { path, lockPath, wait, leaveQueue });
    } catch (error) {
      leaveQueue();
      // The directory may have become unusable: the next call looks for one again.
      if (!wait.signal.aborted) directory = undefined;
      throw error;
    }
  }

  return {
    async acquire(path, { signal }) {
      const wait = new LockWait(path, signal, clock);
      try {
        return await lock(path, wait);
      } finally {
        wait.end();
      }
    },
  };
}

// Loading it sets signal handlers, so it waits for the first lock; resolving it for each lock would double
// the cost of a lock.
let library: Promise<typeof import("./lock-library.js")> | undefined;

function loadLibrary(): Promise<typeof import("./lock-library.js")> {
  library ??= import("./lock-library.js");
  return library;
}

interface LockRequest {
  readonly path: string;
  readonly lockPath: string;
  readonly wait: LockWait;
  readonly leaveQueue: LeaveQueue;
}

async function takeLock(
  directory: LockDirectory,
  { path, lockPath, wait, leaveQueue }: LockRequest,
): Promise<HeldLock> {
  const { calls } = directory;
  const { lock } = await loadLibrary();
  while (true) {
    wait.signal.throwIfAborted();
    let held: HeldLock | undefined;
    try {
      // The library's own retries cannot be aborted. The file name is only its key for the locks of this
      // process.
      const removeDirectory = await lock(lockPath, {
        lockfilePath: lockPath,
        realpath: false,
        retries: 0,
        stale: STALE_AFTER_MS,
        update: HEARTBEAT_MS,
        fs: calls,
        onCompromised: () => held?.markLost(),
      });
      held = new HeldLock(lockPath, calls, removeDirectory, leaveQueue);
      return held;
    } catch (error) {
      const errno = errnoOf(error) ?? "";
      // ENOENT: the directory of all locks, or this lock's directory, was removed meanwhile.
      const goesOn =
        errno === "ENOENT" ? directory.makeAgain() : errno === "ELOCKED" || PASSING_ERRORS.includes(errno);
      if (!goesOn) throw lockFailed(path, directory.path, error);
    }
    await wait.pause();
  }
}
