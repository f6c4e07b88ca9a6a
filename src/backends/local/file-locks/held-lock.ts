import type { FileLock } from "../../../contract/index.js";
import type { LockDirectoryCalls } from "./lock-directory-calls.js";
import type { EndTurn } from "./turns.js";

/** A lock directory that this process holds, and the turn that goes with it. */
export class HeldLock implements FileLock {
  readonly #lockPath: string;
  readonly #calls: LockDirectoryCalls;
  readonly #removeDirectory: () => Promise<void>;
  readonly #endTurn: EndTurn;
  #lost = false;
  #released = false;

  constructor(
    lockPath: string,
    calls: LockDirectoryCalls,
    removeDirectory: () => Promise<void>,
    endTurn: EndTurn,
  ) {
    this.#lockPath = lockPath;
    this.#calls = calls;
    this.#removeDirectory = removeDirectory;
    this.#endTurn = endTurn;
  }

  // Looks at the directory each time: the heartbeat alone would notice a loss only a second later.
  get compromised(): boolean {
    if (!this.#released && !this.#lost) this.#lost = this.#calls.mayBeTaken(this.#lockPath);
    return this.#lost;
  }

  /** For the heartbeat, which found the lock gone or refreshed by somebody else. */
  markLost(): void {
    this.#lost = true;
  }

  async release(): Promise<void> {
    if (this.#released) return;
    this.#released = true;
    // A lock that somebody else has by now is theirs to remove; the heartbeat of this one ends by itself.
    if (this.#calls.owns(this.#lockPath)) await this.#removeDirectory().catch(() => {});
    else this.#calls.forget(this.#lockPath);
    this.#endTurn();
  }
}
