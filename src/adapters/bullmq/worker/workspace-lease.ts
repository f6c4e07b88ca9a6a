import type { RedisLink } from "../redis/index.js";
import { openText, type SigningKey, sealText } from "../signing/index.js";
import type { WorkspaceNames } from "../wire/index.js";

/** Times that a lease is renewed while it lasts. */
const RENEWALS_PER_LEASE = 4;

/**
 * Milliseconds that a new owner waits after the lease of one that did not give the workspace back. With the quarter of the lease
 * that its own side ends it earlier, the time that a watch process has to kill what a stopped worker left.
 */
const TAKEOVER_MARGIN_MS = 500;

/** Milliseconds that is remembered who gave the workspace back. A day: after that nothing of it can still run. */
const RELEASED_MS = 86_400_000;

const RELEASED = ["lease", "released"] as const;

/** What a stand-by knows of the owner. */
export interface SeenOwner {
  readonly token: string;
  /** Until when its lease lasts at the longest, by the clock that nobody sets. */
  readonly until: number;
}

/** What came of asking for a lease. */
export type Acquired =
  | { readonly status: "held"; readonly owner: SeenOwner }
  /** `waitMs` is until everything that an earlier owner may have left has been ended. */
  | { readonly status: "acquired"; readonly waitMs: number };

/**
 * The right to work in a workspace: one worker has it at a time.
 *
 * It ends by itself when it is not renewed, by the clock of Redis; the worker ends it a little earlier, by a clock that nobody
 * sets, and its commands with it. Every holder has a token of its own, and nothing starts under one that is no longer the
 * workspace's.
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

  /** Takes the lease where nobody has it; `onLost` is called once when it is gone. */
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
      // A lease without an end is none of ours: it is waited for like a new one.
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
    // A lease that went before its time was deleted, or Redis forgot it: its owner may not know that yet.
    return { status: "acquired", waitMs: Math.max(0, (seen?.until ?? now) - now) + TAKEOVER_MARGIN_MS };
  }

  /** Milliseconds until this side ends the lease: one beat before Redis gives it to another. */
  get remainingMs(): number {
    const limit = this.#provenAt + this.#leaseMs * (1 - 1 / RENEWALS_PER_LEASE);
    return Math.max(0, limit - performance.now());
  }

  /** Tells from now on how long the lease lasts each time that it is renewed, first at once. */
  onRenewed(listener: (remainingMs: number) => void): void {
    this.#onRenewed = listener;
    listener(this.remainingMs);
  }

  /** Renews the lease no more, and tells nobody of its end. */
  stop(): void {
    clearInterval(this.#timer);
    this.#onLost = undefined;
    this.#onRenewed = undefined;
  }

  /** Gives the workspace back; `isThrough` says that nothing of this owner, or of one before it, can still run. */
  async release({ isThrough }: { readonly isThrough: boolean }): Promise<void> {
    this.stop();
    const { lease, released } = this.#names;
    const through = isThrough ? sealText(this.#token, RELEASED, this.#key) : "";
    await this.#link.run("colletRelease", [lease, released], [this.#token, through, RELEASED_MS]);
  }

  async #renew(): Promise<void> {
    // Counted from the asking: the lease is at least as long as that.
    const askedAt = performance.now();
    // By then the calls that run were told to end, and the commands were killed.
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
      // The link is closed, or Redis says no; the next beat tells whether that lasts.
    }
  }

  #lose(): void {
    const onLost = this.#onLost;
    this.stop();
    onLost?.();
  }
}
