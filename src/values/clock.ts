/** Longest delay of a timer, in milliseconds: JavaScript engines fire timers with a longer delay at once. */
export const MAX_TIMER_DELAY_MS = 2 ** 31 - 1;

/**
 * Source of time. Tests pass a clock that they move themselves.
 *
 * `now` returns milliseconds, possibly with fractions, and never goes back.
 */
export interface Clock {
  now(): number;
  /** Calls back once after the delay, like the global of the same name; the handle is opaque. */
  setTimeout(callback: () => void, delayMs: number): unknown;
  clearTimeout(handle: unknown): void;
}

// Read once: the getter would be called for every event of every tool call.
const { timeOrigin } = performance;

/** Clock of this machine: milliseconds since the epoch, monotonic within the process. */
export const systemClock: Clock = {
  now: () => timeOrigin + performance.now(),
  setTimeout: (callback, delayMs) => setTimeout(callback, delayMs),
  clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};
