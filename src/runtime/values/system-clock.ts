import type { Clock } from "../../contract/index.js";

// A getter that is read for every event of every call.
const { timeOrigin } = performance;

/** The machine's own time: milliseconds since the epoch, monotonic within the process. */
export const systemClock: Clock = {
  now: () => timeOrigin + performance.now(),
  setTimeout: (callback, delayMs) => setTimeout(callback, delayMs),
  clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};
