import { type Clock, ignoreRejection, isThenable } from "../contract/index.js";
import { systemClock } from "../values/index.js";

/** Milliseconds from the epoch to the last moment that a `Date` can name (ECMAScript, "Time Values and Time Range"). */
const MAX_TIME_MS = 8.64e15;

/**
 * Returns a clock that never throws and whose `now` is always a number that does not go back.
 *
 * Where the host's clock fails or goes back, its last time stands, and the machine's timers take over: a time limit that cannot
 * be set would leave a call without an end.
 */
export function steadyClock(clock: Clock): Clock {
  if (clock === systemClock) return clock;
  let last: number | undefined;
  /** Handles of timers that the machine runs in place of the host's clock. */
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
        // The machine's timer stands in.
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
        // A timer that cannot be cleared finds its call ended.
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
    // The last time stands.
  }
  return undefined;
}
