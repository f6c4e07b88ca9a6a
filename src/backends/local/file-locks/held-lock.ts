import type { FileLock } from "../../../contract/index.js";
import type { LockDirectoryCalls } from "./lock-directory-calls.js";
import type { LeaveQueue } from "./lock-queues.js";

/** A lock directory that this process holds, together with its slot in the queue. */
export class HeldLock implements FileLock {
  readonly #lockPath: string;
  readonly #calls: LockDirectoryCalls;
  readonly #removeDirectory: () => Promise<void>;
  readonly #leaveQueue: LeaveQueue;
  #lost = false;
  #released = false;

  constructor(
    lockPath: string,
    calls: LockDirectoryCalls,
    removeDirectory: () => Promise<void>,
    leaveQueue: LeaveQueue,
  ) {
    this.#lockPath = lockPath;
    this.#calls = calls;
    this.#removeDirectory = removeDirectory;
    this.#leaveQueue = leaveQueue;
  }

  // Checks the directory each time: the heartbeat alone would notice a loss only a second later.
  get compromised(): boolean {
    if (!this.#released && !this.#lost) this.#lost = this.#calls.mayBeTaken(this.#lockPath);
    return this.#lost;
  }

  /**
   * Records the loss of the lock; called by the heartbeat when the lock is gone or another process refreshed
   * it.
   */
  markLost(): void {
    this.#lost = true;
  }

  async release(): Promise<void> {
    if (this.#released) return;
    this.#released = true;
    await this.#calls.release(this.#lockPath, this.#removeDirectory);
    this.#leaveQueue();
  }
}
