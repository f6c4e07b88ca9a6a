/** Returns the median of repeated measurements in milliseconds, after a warm-up. A median ignores single slow runs. */
export async function medianMs(
  work: () => unknown,
  options: { readonly runs: number; readonly warmUp?: number },
): Promise<number> {
  for (let run = 0; run < (options.warmUp ?? 3); run += 1) await work();
  const times: number[] = [];
  for (let run = 0; run < options.runs; run += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

/** Returns the median of values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
