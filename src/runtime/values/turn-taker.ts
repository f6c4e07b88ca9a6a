/** Milliseconds of work after which other things get their turn; far below what a person or a server notices. */
const TURN_MS = 20;

/**
 * Creates a function to await between the steps of a long loop: it gives way to timers and I/O once a turn is used up,
 * so that a batch of 100,000 calls does not block the event loop.
 */
export function createTurnTaker(): () => Promise<void> | undefined {
  let turnStartedAt = performance.now();
  return () => {
    if (performance.now() - turnStartedAt < TURN_MS) return undefined;
    return new Promise((resolve) => {
      const next = () => {
        turnStartedAt = performance.now();
        resolve();
      };
      // Where there is no setImmediate (browsers) a timer does the same, a little later.
      if (typeof setImmediate === "function") setImmediate(next);
      else setTimeout(next, 0);
    });
  };
}
