import { type Clock, ignoreRejection, isThenable } from "../contract/index.js";
import { systemClock } from "../values/index.js";

/**
 * Milliseconds from the epoch to the last moment that a `Date` can represent (ECMAScript, "Time Values and Time
 * Range").
 */
const MAX_TIME_MS = 8.64e15;

/**
 * Returns a clock that never throws and whose `now` is always a number that does not decrease.
 *
 * When the host's clock fails or goes back, its last time is repeated and timers of the machine are used: without a
 * time limit a call might never end.
 */
export function steadyClock(clock: Clock): Clock {
  if (clock === systemClock) return clock;
  let last: number | undefined;
  /** Handles of machine timers that replace timers of the host's clock. */
  const substitutes = new WeakMap<object, unknown>();
  return {
    now() {
      const now = readTime(clock);
      if (now !== undefined && (last === undefined || now > last)) last = now;
      return last ?? systemClock.now();
    },
    setTimeout(callback, delayMs) {
      try {
        const handle = clock.setTimeout(callback, delayMs);
        ignoreRejection(handle);
        if (!isThenable(handle)) return handle;
      } catch (thrown) {
        ignoreRejection(thrown);
        // A timer of the machine replaces it.
      }
      const substitute = {};
      substitutes.set(substitute, systemClock.setTimeout(callback, delayMs));
      return substitute;
    },
    clearTimeout(handle) {
      const substitute = typeof handle === "object" && handle !== null ? substitutes.get(handle) : undefined;
      if (substitute !== undefined) {
        systemClock.clearTimeout(substitute);
        return;
      }
      try {
        ignoreRejection(clock.clearTimeout(handle));
      } catch (thrown) {
        ignoreRejection(thrown);
        // When a timer that cannot be cleared fires, its call has already ended.
      }
    },
  };
}

function readTime(clock: Clock): number | undefined {
  try {
    const now: unknown = clock.now();
    if (typeof now === "number" && Math.abs(now) <= MAX_TIME_MS) return now;
    ignoreRejection(now);
  } catch (thrown) {
    ignoreRejection(thrown);
    // The last time is repeated.
  }
  return undefined;
}
