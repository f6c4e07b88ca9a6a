import type { Clock } from "../../contract/index.js";
import { loadPipeline } from "../../runtime/index.js";

/** A clock that only moves when the test advances it. */
export interface FakeClock extends Clock {
  /** The number of timers that are set and have neither fired nor been cleared. */
  readonly pending: number;
  /**
   * Advances the clock by a number of milliseconds. Due timers fire in order of their time, each at its time; after each
   * one, the clock yields so that work which it started can run.
   */
  advance(ms: number): Promise<void>;
}

/** Number of times that the clock yields to the event loop between two timers: a write through several layers takes a few. */
const SETTLE_ROUNDS = 5;

/**
 * Creates a clock for `createToolRuntime({ clock })`: timeouts expire through `advance`, without waiting.
 *
 * Work of a tool with the timers, files or processes of the machine still takes real time.
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
      // The first call of a process waits for files, which no clock of a test moves.
      await loadPipeline();
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

/** Yields to everything that is ready to run. */
async function settle(): Promise<void> {
  for (let round = 0; round < SETTLE_ROUNDS; round++) await yieldOnce();
}

/** Yields to the event loop once. It uses a channel, because test runners may replace the timers of the machine. */
function yieldOnce(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
