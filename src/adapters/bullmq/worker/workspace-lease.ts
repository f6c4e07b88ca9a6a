import type { RedisLink } from "../redis/index.js";
import { openText, type SigningKey, sealText } from "../signing/index.js";
import type { WorkspaceNames } from "../wire/index.js";

/** Number of renewals per lease. */
const RENEWALS_PER_LEASE = 4;

/**
 * Milliseconds that a new owner waits after the lease of one that did not release the workspace. Together with the quarter
 * of the lease by which the old owner stops earlier, this is the time for a watch process to kill the commands of a stopped
 * worker.
 */
const TAKEOVER_MARGIN_MS = 500;

/** Milliseconds that the releasing owner is remembered: one day, after which none of its processes can still run. */
const RELEASED_MS = 86_400_000;

const RELEASED = ["lease", "released"] as const;

/** Knowledge of a stand-by about the owner. */
export interface SeenOwner {
  readonly token: string;
  /** Latest end of its lease, by the monotonic clock. */
  readonly until: number;
}

/** Outcome of requesting a lease. */
export type Acquired =
  | { readonly status: "held"; readonly owner: SeenOwner }
  /** `waitMs` is the time until all processes that an earlier owner may have left have ended. */
  | { readonly status: "acquired"; readonly waitMs: number };

/**
 * Exclusive right of one worker to work in a workspace.
 *
 * Without renewal it expires by the clock of Redis; the worker ends it a little earlier by a monotonic clock, together with
 * its commands. Every holder has its own token, and nothing starts under a token that is no longer valid.
 */
export class WorkspaceLease {
  readonly #link: RedisLink;
  readonly #names: WorkspaceNames;
  readonly #leaseMs: number;
  readonly #token: string;
  readonly #key: SigningKey;
  #fence = 0;
  #provenAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #onLost: (() => void) | undefined;
  #onRenewed: ((remainingMs: number) => void) | undefined;

  constructor(
    link: RedisLink,
    options: {
      readonly names: WorkspaceNames;
      readonly leaseMs: number;
      readonly token: string;
      readonly key: SigningKey;
    },
  ) {
    this.#link = link;
    this.#names = options.names;
    this.#leaseMs = options.leaseMs;
    this.#token = options.token;
    this.#key = options.key;
  }

  /** Takes the lease if it is free; `onLost` is called once when it is lost. */
  async acquire(seen: SeenOwner | undefined, onLost: () => void): Promise<Acquired> {
    const { lease, fence, released } = this.#names;
    const askedAt = performance.now();
    const [number, by, lastsMs] = (await this.#link.run(
      "colletAcquire",
      [lease, fence, released],
      [this.#token, this.#leaseMs],
    )) as readonly [number, string, number?];
    const now = performance.now();
    if (number === 0) {
      // A lease without an expiry was not written by Collet: wait for it like for a new one.
      const leftMs = lastsMs === undefined || lastsMs < 0 ? this.#leaseMs : lastsMs;
      return { status: "held", owner: { token: by, until: now + leftMs } };
    }
    this.#fence = number;
    this.#provenAt = askedAt;
    this.#onLost = onLost;
    this.#timer = setInterval(() => void this.#renew(), this.#leaseMs / RENEWALS_PER_LEASE);
    const gaveBack = by === "" ? undefined : openText(by, RELEASED, this.#key);
    const isFree = seen === undefined ? number === 1 || gaveBack !== undefined : gaveBack === seen.token;
    if (isFree) return { status: "acquired", waitMs: 0 };
    // A lease that disappeared early was deleted, or Redis forgot it: its owner may not know that yet.
    return { status: "acquired", waitMs: Math.max(0, (seen?.until ?? now) - now) + TAKEOVER_MARGIN_MS };
  }

  /** Milliseconds until this side ends the lease: one renewal interval before Redis expires it. */
  get remainingMs(): number {
    const limit = this.#provenAt + this.#leaseMs * (1 - 1 / RENEWALS_PER_LEASE);
    return Math.max(0, limit - performance.now());
  }

  /** Calls the listener with the remaining time, at once and at each renewal. */
  onRenewed(listener: (remainingMs: number) => void): void {
    this.#onRenewed = listener;
    listener(this.remainingMs);
  }

  /** Stops renewing the lease and reports no loss. */
  stop(): void {
    clearInterval(this.#timer);
    this.#onLost = undefined;
    this.#onRenewed = undefined;
  }

  /** Releases the workspace; `isThrough` states that no process of this owner, or of an earlier one, can still run. */
  async release({ isThrough }: { readonly isThrough: boolean }): Promise<void> {
    this.stop();
    const { lease, released } = this.#names;
    const through = isThrough ? sealText(this.#token, RELEASED, this.#key) : "";
    await this.#link.run("colletRelease", [lease, released], [this.#token, through, RELEASED_MS]);
  }

  async #renew(): Promise<void> {
    // Counted from the request: the lease lasts at least that long.
    const askedAt = performance.now();
    // By then the running calls were told to end, and the commands were killed.
    if (this.remainingMs === 0) return this.#lose();
    try {
      const kept = await this.#link.run(
        "colletRenew",
        [this.#names.lease, this.#names.fence],
        [this.#token, this.#leaseMs, this.#fence],
      );
      if (kept !== 1) return this.#lose();
      this.#provenAt = Math.max(this.#provenAt, askedAt);
      this.#onRenewed?.(this.remainingMs);
    } catch {
      // The link is closed, or Redis refuses; the next renewal shows whether that lasts.
    }
  }

  #lose(): void {
    const onLost = this.#onLost;
    this.stop();
    onLost?.();
  }
}
