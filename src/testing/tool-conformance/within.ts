// Saved at load time: a test that replaces the timers of the machine must not stop those of the suite.
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;

/** The result for a value that did not arrive in time. */
export const LATE = Symbol("late");

/** Returns the value of a promise, or {@link LATE} after a number of real milliseconds. */
export async function within<Value>(promise: Promise<Value>, ms: number): Promise<Value | typeof LATE> {
  let timer: ReturnType<typeof startTimer> | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = startTimer(() => resolve(LATE), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    stopTimer(timer);
  }
}

/** Waits for a number of real milliseconds. */
export function pause(ms: number): Promise<typeof LATE> {
  return new Promise((resolve) => {
    startTimer(() => resolve(LATE), ms);
  });
}
