import type { FileLock, FileLocks } from "../../contract/index.js";

/**
 * The locks between processes that are held for one change.
 *
 * A process that was suspended for too long can lose a lock to another one. Before replacing something, call {@link
 * ensure} first, then check what will be replaced, and read {@link compromised} last.
 */
export class HeldLocks {
  #held: FileLock[] = [];

  /**
   * @param keys - in the order that all processes share
   * @param whenTaken - called each time the locks were taken; {@link ensure} rethrows its errors
   */
  constructor(
    private readonly locks: FileLocks | undefined,
    private readonly keys: readonly string[],
    private readonly signal: AbortSignal,
    private readonly whenTaken: () => Promise<void> = async () => {},
  ) {}

  /** Whether another process may hold one of the locks by now. */
  get compromised(): boolean {
    return this.#held.some((lock) => lock.compromised);
  }

  /** Takes the locks; takes them again when one was lost, which waits until the other holder has finished. */
  async ensure(): Promise<void> {
    if (this.#held.length > 0 && !this.compromised) return;
    await this.release();
    if (this.locks === undefined) return;
    // All of them again: waiting for one while holding a later one could cause a deadlock.
    for (const key of this.keys) this.#held.push(await this.locks.acquire(key, { signal: this.signal }));
    await this.whenTaken();
  }

  async release(): Promise<void> {
    const held = this.#held.reverse();
    this.#held = [];
    for (const lock of held) await lock.release();
  }
}
