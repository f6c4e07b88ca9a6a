import type { FileLock, FileLocks } from "../../contract/index.js";

/**
 * The locks that other processes respect, held for one change.
 *
 * A process that stood still for too long can lose a lock to another one. Whoever is about to replace something asks
 * {@link ensure} first and {@link compromised} last, and looks at what is to be replaced in between.
 */
export class HeldLocks {
  #held: FileLock[] = [];

  /**
   * @param keys - in the order that all processes share
   * @param whenTaken - called each time the locks were taken; what it throws, {@link ensure} throws
   */
  constructor(
    private readonly locks: FileLocks | undefined,
    private readonly keys: readonly string[],
    private readonly signal: AbortSignal,
    private readonly whenTaken: () => Promise<void> = async () => {},
  ) {}

  /** Whether somebody else may have one of the locks by now. */
  get compromised(): boolean {
    return this.#held.some((lock) => lock.compromised);
  }

  /** Takes the locks; again when one was lost, which waits for whoever has it to finish. */
  async ensure(): Promise<void> {
    if (this.#held.length > 0 && !this.compromised) return;
    await this.release();
    if (this.locks === undefined) return;
    // All of them again: to wait for one while holding a later one could be to wait in a circle.
    for (const key of this.keys) this.#held.push(await this.locks.acquire(key, { signal: this.signal }));
    await this.whenTaken();
  }

  async release(): Promise<void> {
    const held = this.#held.reverse();
    this.#held = [];
    for (const lock of held) await lock.release();
  }
}
