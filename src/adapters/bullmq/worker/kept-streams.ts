import type { RedisLink } from "../redis/index.js";

/** Milliseconds between two extensions of a stream's lifetime. */
const TOUCH_MS = 60_000;

/** Streams whose last extension is remembered. */
const MAX_TOUCHED = 10_000;

/** Extends the lifetime of host streams, at most once per minute, so that no stream is kept for ever. */
export class KeptStreams {
  readonly #touched = new Map<string, number>();

  touch(stream: string, link: RedisLink, recordMs: number): void {
    const now = performance.now();
    if (now - (this.#touched.get(stream) ?? Number.NEGATIVE_INFINITY) < TOUCH_MS) return;
    if (this.#touched.size >= MAX_TOUCHED) this.#touched.clear();
    this.#touched.set(stream, now);
    // The stream exists only after its first message.
    setTimeout(() => void link.expire(stream, recordMs).catch(() => {}), TOUCH_MS / 2).unref();
  }
}
