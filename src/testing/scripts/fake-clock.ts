import type { Clock } from "../../contract/index.js";

/** A clock that stands still until it is told to go on. */
export interface FakeClock extends Clock {
  /** Timers that are set and have neither fired nor been cleared. */
  readonly pending: number;
  /**
   * Goes on by so many milliseconds. Timers that are due fire in order of their time, each at its time; between two, what
   * they started gets a chance to run.
   */
  advance(ms: number): Promise<void>;
}

/** Rounds of the event loop that work gets between two timers: a write through several layers takes a few. */
const SETTLE_ROUNDS = 5;

/**
 * Makes a clock for `createToolRuntime({ clock })`: timeouts come due by `advance`, not by waiting.
 *
 * What a tool does with the machine's own timers, files or processes takes real time all the same.
 *
 * @example
 * const clock = fakeClock();
 * await using tester = await createToolTester(slowTool, { clock });
 * const call = tester.call({});
 * await clock.advance(120_000);
 * (await call).status; // "error"
 */
export function fakeClock(startMs = 0): FakeClock {
  let time = startMs;
  let lastHandle = 0;
  const timers = new Map<number, { readonly at: number; readonly callback: () => void }>();

  const dueBy = (end: number) =>
    [...timers].filter(([, { at }]) => at <= end).sort(([, first], [, second]) => first.at - second.at)[0];

  return {
    now: () => time,
    setTimeout(callback, delayMs) {
      lastHandle += 1;
      timers.set(lastHandle, { at: time + delayMs, callback });
      return lastHandle;
    },
    clearTimeout(handle) {
      timers.delete(handle as number);
    },
    get pending() {
      return timers.size;
    },
    async advance(ms) {
      const end = time + ms;
      await settle();
      for (let due = dueBy(end); due !== undefined; due = dueBy(end)) {
        const [handle, { at, callback }] = due;
        timers.delete(handle);
        time = Math.max(time, at);
        callback();
        await settle();
      }
      time = end;
      await settle();
    },
  };
}

/** Gives way to everything that is ready to run. */
async function settle(): Promise<void> {
  for (let round = 0; round < SETTLE_ROUNDS; round++) await nextTurn();
}

/** One turn of the event loop; by a channel, because test runners put their own timers in place of the machine's. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
