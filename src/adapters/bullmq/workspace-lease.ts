import type { RedisLink } from "./redis-link.js";
import type { WorkspaceNames } from "./wire-names.js";

/** Times that a lease is renewed while it lasts. */
const RENEWALS_PER_LEASE = 4;

/**
 * The right to work in a workspace: one worker has it at a time.
 *
 * It ends by itself when it is not renewed, by the clock of Redis; the worker ends it a little earlier, by a clock that nobody
 * sets. Every holder has a token of its own, and nothing starts under one that is no longer the workspace's.
 */
export class WorkspaceLease {
  readonly #link: RedisLink;
  readonly #names: WorkspaceNames;
  readonly #leaseMs: number;
  readonly #token: string;
  #fence = 0;
  #provenAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #onLost: (() => void) | undefined;

  constructor(
    link: RedisLink,
    options: { readonly names: WorkspaceNames; readonly leaseMs: number; readonly token: string },
  ) {
    this.#link = link;
    this.#names = options.names;
    this.#leaseMs = options.leaseMs;
    this.#token = options.token;
  }

  /** Takes the lease where nobody has it; `onLost` is called once when it is gone. */
  async acquire(onLost: () => void): Promise<boolean> {
    const { lease, fence } = this.#names;
    const askedAt = performance.now();
    const number = await this.#link.run("colletAcquire", [lease, fence], [this.#token, this.#leaseMs]);
    if (number === 0) return false;
    this.#fence = Number(number);
    this.#provenAt = askedAt;
    this.#onLost = onLost;
    this.#timer = setInterval(() => void this.#renew(), this.#leaseMs / RENEWALS_PER_LEASE);
    return true;
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    this.#onLost = undefined;
    await this.#link.run("colletRelease", [this.#names.lease], [this.#token]);
  }

  async #renew(): Promise<void> {
    // Counted from the asking: the lease is at least as long as that.
    const askedAt = performance.now();
    // One beat before Redis gives it to another: by then the calls that run were told to end.
    if (askedAt - this.#provenAt >= this.#leaseMs * (1 - 1 / RENEWALS_PER_LEASE)) return this.#lose();
    try {
      const kept = await this.#link.run(
        "colletRenew",
        [this.#names.lease, this.#names.fence],
        [this.#token, this.#leaseMs, this.#fence],
      );
      if (kept === 1) this.#provenAt = Math.max(this.#provenAt, askedAt);
      else this.#lose();
    } catch {
      // The link is closed, or Redis says no; the next beat tells whether that lasts.
    }
  }

  #lose(): void {
    clearInterval(this.#timer);
    const onLost = this.#onLost;
    this.#onLost = undefined;
    onLost?.();
  }
}
