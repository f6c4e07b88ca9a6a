/** Random numbers from a seed. The same seed returns the same numbers. */
export interface Random {
  /** Returns a number from 0 to 1, without 1. */
  next(): number;
  /** Returns an integer from 0 to `end`, without `end`. */
  below(end: number): number;
  /** Returns an exponentially distributed number. */
  exponential(mean: number): number;
  /** Returns a log-normally distributed number; `spread` is the standard deviation of the logarithm. */
  logNormal(median: number, spread: number): number;
}

/** Creates a generator (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    below: (end) => Math.floor(next() * end),
    exponential: (mean) => -mean * Math.log(1 - next()),
    // The Box-Muller transform yields two numbers; one is enough.
    logNormal: (median, spread) =>
      median * Math.exp(spread * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())),
  };
}
