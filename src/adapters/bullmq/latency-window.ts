/** Number of remembered durations; the oldest are forgotten first. */
const MAX_SAMPLES = 1_000;

/** Median and slow percentile of the latest durations, in milliseconds; 0 if there are none. */
export interface Latency {
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** Window of the latest durations. */
export class LatencyWindow {
  readonly #samples: number[] = [];
  #count = 0;

  add(durationMs: number): void {
    this.#samples[this.#count % MAX_SAMPLES] = Math.max(0, durationMs);
    this.#count += 1;
  }

  summary(): Latency {
    const sorted = [...this.#samples].sort((left, right) => left - right);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return { count: this.#count, p50Ms: at(0.5), p95Ms: at(0.95) };
  }
}
