import type { RedisLink } from "../redis/index.js";
import type { WireJob, WorkspaceNames } from "../wire/index.js";

/**
 * Record of the epochs during which this worker owned a workspace; decides whether the owner can know if a job has started.
 *
 * The memory of Redis has an epoch, which ends when Redis restarts or is found to remember less than before. If a job was
 * sent in an earlier epoch, Redis may have forgotten its start; only the owner at that time knows it.
 */
export class OwnedEpochs {
  readonly #link: RedisLink;
  readonly #names: WorkspaceNames;
  /** Start of each epoch for this owner, by the clock of Redis. */
  readonly #since = new Map<string, number>();

  constructor(link: RedisLink, names: WorkspaceNames) {
    this.#link = link;
    this.#names = names;
  }

  /** Records that ownership of the workspace starts now. */
  async begin(): Promise<void> {
    this.#link.forgetEpoch();
    const epoch = await this.#link.epoch(this.#names);
    this.#since.set(epoch, await this.#link.now());
  }

  /**
   * Returns whether this owner knows all starts since the job was sent. A job without an epoch comes from a host that has
   * none; then only the record counts.
   */
  async covers({ epoch, sentAt }: Pick<WireJob, "epoch" | "sentAt">): Promise<boolean> {
    const current = this.#link.knownEpoch ?? (await this.#link.epoch(this.#names));
    // Owned without interruption since the previous epoch.
    if (!this.#since.has(current)) this.#since.set(current, Number.NEGATIVE_INFINITY);
    if (epoch === undefined || epoch === current) return true;
    const since = this.#since.get(epoch);
    return since !== undefined && sentAt >= since;
  }
}
