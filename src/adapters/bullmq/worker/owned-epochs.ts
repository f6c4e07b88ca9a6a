import type { RedisLink } from "../redis/index.js";
import type { WireJob, WorkspaceNames } from "../wire/index.js";

/**
 * Tells whether the owner of a workspace can know whether a job has begun.
 *
 * The memory of Redis has an epoch, which ends when Redis starts anew or is found to remember less than it did. Where a job was sent in
 * an earlier epoch, Redis may have forgotten that it began; its owner of that time knows better, and no other worker does.
 */
export class OwnedEpochs {
  readonly #link: RedisLink;
  readonly #names: WorkspaceNames;
  /** From when on jobs of an epoch came to this owner, by the clock of Redis. */
  readonly #since = new Map<string, number>();

  constructor(link: RedisLink, names: WorkspaceNames) {
    this.#link = link;
    this.#names = names;
  }

  /** Notes that the workspace is owned from now on. */
  async begin(): Promise<void> {
    this.#link.forgetEpoch();
    const epoch = await this.#link.epoch(this.#names);
    this.#since.set(epoch, await this.#link.now());
  }

  /** A job without an epoch is of a host that knows none; then only the record counts. */
  async covers({ epoch, sentAt }: Pick<WireJob, "epoch" | "sentAt">): Promise<boolean> {
    const current = this.#link.knownEpoch ?? (await this.#link.epoch(this.#names));
    // Owned without a break since the one before.
    if (!this.#since.has(current)) this.#since.set(current, Number.NEGATIVE_INFINITY);
    if (epoch === undefined || epoch === current) return true;
    const since = this.#since.get(epoch);
    return since !== undefined && sentAt >= since;
  }
}
