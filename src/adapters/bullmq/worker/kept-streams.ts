import type { RedisLink } from "../redis/index.js";

/** Milliseconds between two times that a stream is given longer to live. */
const TOUCH_MS = 60_000;

/** Streams that are known to have been given it. */
const MAX_TOUCHED = 10_000;

/** Sees to it that what is said to a host is not kept for ever; once a minute is often enough. */
export class KeptStreams {
  readonly #touched = new Map<string, number>();

  touch(stream: string, link: RedisLink, recordMs: number): void {
    const now = performance.now();
    if (now - (this.#touched.get(stream) ?? Number.NEGATIVE_INFINITY) < TOUCH_MS) return;
    if (this.#touched.size >= MAX_TOUCHED) this.#touched.clear();
    this.#touched.set(stream, now);
    // After the first message is there.
    setTimeout(() => void link.expire(stream, recordMs).catch(() => {}), TOUCH_MS / 2).unref();
  }
}
