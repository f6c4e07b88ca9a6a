// Taken at once: a test that puts its own timers in place of the machine's must not stop the suite's.
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;

/** What is given in place of a value that did not come in time. */
export const LATE = Symbol("late");

/** The value of a promise, or {@link LATE} after so many real milliseconds. */
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

/** Waits so many real milliseconds. */
export function pause(ms: number): Promise<typeof LATE> {
  return new Promise((resolve) => {
    startTimer(() => resolve(LATE), ms);
  });
}
