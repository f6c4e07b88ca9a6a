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

/** The real ones, even if a host replaces its timers with fake ones later: a result must not wait for a fake clock. */
const { setImmediate: afterIo, setTimeout: later } = globalThis;
const realTime = performance.now.bind(performance);

/** The turn of the event loop that is waited for, and the time since when. */
let awaitedTurn: { readonly since: number; readonly turned: Promise<void> } | undefined;

/**
 * Lets the timers and I/O that are due run if they have not for a while; awaited after each run of calls.
 *
 * A host that polls in a loop, such as for the output of a job, would otherwise never see that output where all calls are answered
 * from memory: promises alone do not let I/O happen. Returns undefined as long as the event loop turns without it.
 */
export function shareEventLoop(): Promise<void> | undefined {
  if (awaitedTurn !== undefined)
    return realTime() - awaitedTurn.since < MAX_WORK_MS ? undefined : awaitedTurn.turned;
  const turned = new Promise<void>((resolve) => {
    const turn = () => {
      awaitedTurn = undefined;
      resolve();
    };
    // Browsers have no setImmediate; a timer does the same a little later.
    if (typeof afterIo === "function") afterIo(turn);
    else later(turn, 0);
  });
  awaitedTurn = { since: realTime(), turned };
  return undefined;
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
