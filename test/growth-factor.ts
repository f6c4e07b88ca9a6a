/** Attempts of each size: the fastest one shows the work, and the others also what else the process did. */
const ATTEMPTS = 3;

/** Milliseconds below which times cannot be compared. */
const LEAST_MS = 1;

/**
 * Returns how many times longer the larger work takes, by the fastest of several attempts of each size.
 *
 * One measurement of each would fail now and then on a machine with other work: garbage collection or compilation may
 * fall into either of them.
 *
 * @param timeOf - does work of a size and returns the milliseconds of processor time it took
 */
export async function growthFactor(
  timeOf: (size: number) => number | Promise<number>,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number> {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // Not measured: the first time the code is not compiled.
  await timeOf(from);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    small = Math.min(small, await timeOf(from));
    large = Math.min(large, await timeOf(to));
  }
  return large / Math.max(LEAST_MS, small);
}
