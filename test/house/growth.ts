/** Length of the short text, with which a quadratic pattern takes some milliseconds. */
const SHORT = 4_000;

/** Length of the long text divided by that of the short one. The time grows four times if it is linear and sixteen times if quadratic. */
const LONGER = 4;

/** Limit of growth, between the linear and the quadratic factor. */
const MAX_GROWTH = 9;

/**
 * Milliseconds of processor time for each character of the short text that the long text may always take, because a shorter time
 * cannot be distinguished from noise.
 */
const UNREMARKABLE_MS = 1 / 1_000;

/** Number of attempts, so that other work of the process, such as garbage collection, does not fail the measurement. */
const ATTEMPTS = 6;

/** Returns whether work takes more than linear time. `work` receives the length of the text to create and process. */
export function growsTooFast(work: (length: number) => void, short: number = SHORT): boolean {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = workMs(() => work(short));
    const after = workMs(() => work(short * LONGER));
    if (after < UNREMARKABLE_MS * short || after < before * MAX_GROWTH) return false;
  }
  return true;
}

/** Returns the milliseconds of processor time that work takes. */
export function workMs(work: () => void): number {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}
