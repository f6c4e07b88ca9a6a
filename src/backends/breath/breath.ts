/** Milliseconds of work after which everything else gets its turn. */
const WORK_MS = 8;

/** To await between pieces of a long work: gives way to timers and I/O when some time has passed. */
export type TakeBreath = () => Promise<void>;

/** Starts the clock. Throws what the signal was aborted with. */
export function breath(signal?: AbortSignal): TakeBreath {
  let since = performance.now();
  return async () => {
    signal?.throwIfAborted();
    if (performance.now() - since < WORK_MS) return;
    await new Promise<void>((resolve) => {
      // Where there is no setImmediate (browsers) a timer does the same, a little later.
      if (typeof setImmediate === "function") setImmediate(resolve);
      else setTimeout(resolve, 0);
    });
    signal?.throwIfAborted();
    since = performance.now();
  };
}
