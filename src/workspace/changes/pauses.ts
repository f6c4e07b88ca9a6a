/** Milliseconds of work after which timers and I/O get their turn. */
const WORK_MS = 8;

/** Returns a function to await between the entries of a large folder: most system calls on a name do not give way by themselves. */
export function pauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < WORK_MS) return;
    await new Promise<void>((resolve) => {
      // Where there is no setImmediate (browsers) a timer does the same, a little later.
      if (typeof setImmediate === "function") setImmediate(resolve);
      else setTimeout(resolve, 0);
    });
    since = performance.now();
  };
}
