/** Attempts of each size at least: the fastest one shows the work, and the others also what else the process did. */
const LEAST_ATTEMPTS = 3;

/** Attempts of each size at most: while the machine is busy, the larger work may be slowed down several times in turn. */
const MOST_ATTEMPTS = 12;

/** Milliseconds below which times cannot be compared. */
const LEAST_MS = 1;

/**
 * Returns how many times longer the larger work takes, by the fastest of several attempts of each size.
 *
 * One measurement of each would fail now and then on a machine with other work: garbage collection or compilation may
 * fall into either of them. There are further attempts while the factor is not below the expected one: work that grows
 * too fast stays above it, however often it is done.
 *
 * @param timeOf - does work of a size and returns the milliseconds of processor time it took
 */
export async function growthFactor(
  timeOf: (size: number) => number | Promise<number>,
  { from, to, below }: { readonly from: number; readonly to: number; readonly below: number },
): Promise<number> {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const factor = () => large / Math.max(LEAST_MS, small);
  // Not measured: the first time the code is not compiled.
  await timeOf(from);
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    small = Math.min(small, await timeOf(from));
    large = Math.min(large, await timeOf(to));
    if (attempt >= LEAST_ATTEMPTS && factor() < below) break;
  }
  return factor();
}
