/** Length of the short text: here, a quadratic pattern takes some milliseconds. */
const SHORT = 4_000;

/** How much longer the long text is: four times the text takes four times as long in linear time, sixteen times in quadratic time. */
const LONGER = 4;

/** Between the two. */
const MAX_GROWTH = 9;

/**
 * Milliseconds of processor time for each character of the short text that the long one may take whatever the short one does: less
 * cannot be told from noise.
 */
const UNREMARKABLE_MS = 1 / 1_000;

/** What else the process does in one of them, collecting garbage above all, is not the work that is measured. */
const ATTEMPTS = 6;

/** Whether work takes more than linear time; `work` is given the length of the text to make and to work on. */
export function growsTooFast(work: (length: number) => void, short: number = SHORT): boolean {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = workMs(() => work(short));
    const after = workMs(() => work(short * LONGER));
    if (after < UNREMARKABLE_MS * short || after < before * MAX_GROWTH) return false;
  }
  return true;
}

/** Milliseconds of processor time that work takes. */
export function workMs(work: () => void): number {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}
