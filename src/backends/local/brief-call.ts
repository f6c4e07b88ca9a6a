/** Duration that marks a volume as slow: a network share, a sleeping disk, or a disk busy with a sync. */
const SLOW_CALL_MS = 5;

/** Period during which calls use the thread pool after a slow call. */
const POOL_PERIOD_MS = 60_000;

/** Largest content that is read and written synchronously: one chunk of every reader here. */
export const BRIEF_BYTES = 65_536;

let poolUntilMs = Number.NEGATIVE_INFINITY;

/**
 * Makes a short system call: synchronously while the volume is fast, otherwise in the thread pool.
 *
 * A call on one name or a few pages takes microseconds on a local volume; the thread pool takes thirty times
 * as long, most of it on this thread. One slow call sends all brief calls of the next minute to the pool, so
 * that a slow volume blocks the event loop at most once per minute. Syncs, large contents and the rest of a long listing
 * always use the pool.
 */
export async function briefCall<Result>(
  atOnce: () => Result,
  inPool: () => Promise<Result>,
  now: () => number = monotonicNow,
): Promise<Result> {
  return now() < poolUntilMs ? inPool() : measured(atOnce, now);
}

/** Makes a few short system calls synchronously; returns `undefined` without making them while the volume is slow. */
export function briefCalls<Result>(
  atOnce: () => Result,
  now: () => number = monotonicNow,
): Result | undefined {
  return now() < poolUntilMs ? undefined : measured(atOnce, now);
}

function measured<Result>(atOnce: () => Result, now: () => number): Result {
  const start = now();
  try {
    return atOnce();
  } finally {
    const end = now();
    if (end - start > SLOW_CALL_MS) poolUntilMs = end + POOL_PERIOD_MS;
  }
}

function monotonicNow(): number {
  return performance.now();
}
