/** A call that takes longer meets a volume that is slow: a network, a disk that sleeps, one that is busy with a sync. */
const SLOW_CALL_MS = 5;

/** How long calls go through the thread pool after a slow one. */
const POOL_PERIOD_MS = 60_000;

/** Content up to this size is read and written on the spot: one chunk, as every reader here takes them. */
export const BRIEF_BYTES = 65_536;

let poolUntilMs = Number.NEGATIVE_INFINITY;

/**
 * Makes a system call that is short: on the spot while that is quick, else in the thread pool.
 *
 * What concerns one name or a few pages takes a local volume some microseconds; the trip to the pool and back takes thirty
 * times as long, most of it on this thread. One slow answer sends all brief calls of the next minute to the pool, so that a
 * slow volume holds the event loop up once at most. Syncs, large contents and listings always go to the pool.
 */
export async function briefCall<Result>(
  atOnce: () => Result,
  inPool: () => Promise<Result>,
  now: () => number = monotonicNow,
): Promise<Result> {
  const start = now();
  if (start < poolUntilMs) return inPool();
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
