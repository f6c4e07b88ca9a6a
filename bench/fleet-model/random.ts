/** Random numbers from a seed: the same seed gives the same run. */
export interface Random {
  /** From 0 up to, but without, 1. */
  next(): number;
  /** A whole number from 0 up to, but without, `end`. */
  below(end: number): number;
  /** Exponentially distributed. */
  exponential(mean: number): number;
  /** Log-normally distributed; `spread` is the standard deviation of the logarithm. */
  logNormal(median: number, spread: number): number;
}

/** Makes a generator (mulberry32). */
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
    // Box and Muller: of the two numbers it could give, one is enough.
    logNormal: (median, spread) =>
      median * Math.exp(spread * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())),
  };
}
