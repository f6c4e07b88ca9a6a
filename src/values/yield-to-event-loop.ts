/** Milliseconds of work after which timers and I/O run: far below what a person or a server notices. */
const MAX_WORK_MS = 8;

/** Yields to the event loop when enough time has passed since the last yield; returns undefined when it has not. */
export type Yield = () => Promise<void> | undefined;

/**
 * Creates a function to await between the steps of long work, so that the work does not block the event loop.
 *
 * @param signal - the function throws its reason once it is aborted
 *
 * @example
 * const pause = createYield(signal);
 * for (const line of lines) {
 *   compare(line);
 *   await pause();
 * }
 */
export function createYield(signal?: AbortSignal): Yield {
  let workedSince = performance.now();
  return () => {
    signal?.throwIfAborted();
    if (performance.now() - workedSince < MAX_WORK_MS) return undefined;
    return yieldToEventLoop().then(() => {
      signal?.throwIfAborted();
      workedSince = performance.now();
    });
  };
}

/** Resolves after the timers and I/O that are due have run. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    // Browsers have no setImmediate; a timer does the same a little later.
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}

/** Characters from which one step over a whole text takes milliseconds. */
const LONG_TEXT = 1_048_576;

/**
 * Resolves when the next step may work on the whole text, such as comparing it: for a long one, after a yield to the event loop, so
 * that the step does not add to the time of the one before.
 */
export async function beforeLongStep(text: string): Promise<void> {
  if (text.length > LONG_TEXT) await yieldToEventLoop();
}
