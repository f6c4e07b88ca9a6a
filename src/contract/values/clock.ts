/**
 * Where time comes from. Tests hand in a clock they move by hand.
 *
 * `now` gives milliseconds and never goes back; fractions are welcome.
 */
export interface Clock {
  now(): number;
  /** Calls back once after the delay, like the global of the same name; the handle is opaque. */
  setTimeout(callback: () => void, delayMs: number): unknown;
  clearTimeout(handle: unknown): void;
}
