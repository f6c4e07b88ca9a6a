import { ignoreRejection } from "../../contract/index.js";
import type { TimelineEntry } from "../report/index.js";
import type { OnReject } from "./rejection-policy.js";
import type { SchedulingStrategy } from "./run-order.js";
import { type RunOptions, ScheduledRun, type SchedulerRun } from "./scheduled-run.js";
import { ScheduledTask } from "./scheduled-task.js";
import { TaskEngine } from "./task-engine.js";

/** How a {@link Scheduler} works. */
export interface SchedulerOptions {
  /** Tasks that run at once: a positive whole number or `Infinity`, the default. */
  readonly max?: number;
  /** Default `dependency`: a task waits for earlier conflicting tasks only. */
  readonly strategy?: SchedulingStrategy;
  /** Milliseconds for the timeline. Default: those of `performance.now`. */
  readonly clock?: { now(): number };
  /** Told about every task when it ended. What it throws is swallowed. */
  readonly onTaskEnd?: (entry: TimelineEntry) => void;
  /** Whether `onWait` of tasks sees through sums of many tasks, which costs memory while those are under way. Default false. */
  readonly explains?: boolean;
}

/** One lock table and a number of slots for all runs that share a machine. */
export interface Scheduler {
  /** Tasks that have not given their lock back. */
  readonly size: number;
  openRun(options?: RunOptions): SchedulerRun;
}

/**
 * Creates a scheduler: as parallel as is safe, in effect sequential.
 *
 * Conflicting tasks never overlap and run in the order they were handed in, across runs; what conflicts with nothing
 * earlier waits for nothing but a slot. No writer starves, since later readers wait behind it, and there is no deadlock,
 * because waits lead to earlier tasks only. A task costs O(keys · depth), whatever else is under way.
 *
 * Nested runs: a task waits neither for the task it belongs to nor for anything that waits for that one, and whatever is
 * queued behind a task is queued behind its own tasks, too. A task that waits for its own tasks does not count as running
 * and lends them its slot, so they come through even with `max: 1`. Two limits follow. When two tasks each hold what a task
 * of the other needs, the later one goes ahead, beside the holder that waits for it: the alternative is to wait for
 * ever. And a lent slot can be missing for a moment when everything its owner waited for is cancelled at once.
 *
 * @throws RangeError for a `max` that is not a positive whole number or `Infinity`, or an unknown strategy
 * @example
 * const scheduler = createScheduler({ max: 8 });
 * const run = scheduler.openRun();
 * const results = await Promise.all([
 *   run.submit({ id: "1", profile: { keys: [fileKey("/a", "write")] }, run: () => edit("/a") }),
 *   run.submit({ id: "2", profile: { keys: [fileKey("/a", "read")] }, run: () => read("/a") }), // after the edit
 *   run.submit({ id: "3", profile: { keys: [fileKey("/b", "read")] }, run: () => read("/b") }), // at once
 * ]);
 */
export function createScheduler(options: SchedulerOptions = {}): Scheduler {
  const {
    max = Number.POSITIVE_INFINITY,
    strategy = "dependency",
    clock,
    onTaskEnd,
    explains = false,
  } = options;
  if (max !== Number.POSITIVE_INFINITY && !(Number.isInteger(max) && max > 0)) {
    throw new RangeError(`max must be a positive whole number or Infinity, but it is ${String(max)}.`);
  }
  if (!STRATEGIES.includes(strategy)) {
    throw new RangeError(`strategy must be one of ${STRATEGIES.join(", ")}, but it is ${String(strategy)}.`);
  }
  const now = clock === undefined ? () => performance.now() : steadyTime(clock);
  const engine = new TaskEngine({ max, strategy, now, onTaskEnd, explains });
  let runs = 0;
  return {
    get size() {
      return engine.locks.size;
    },
    openRun(runOptions = {}) {
      const { within, onReject = "continue" } = runOptions;
      if (within !== undefined && !(within instanceof ScheduledTask && within.run.engine === engine)) {
        throw new TypeError("within must be the task handle that this scheduler gave to a prepare or run.");
      }
      if (!ON_REJECT.includes(onReject)) {
        throw new RangeError(
          `onReject must be one of ${ON_REJECT.join(", ")}, but it is ${String(onReject)}.`,
        );
      }
      runs++;
      return new ScheduledRun(engine, within, { name: `run ${runs}`, ...runOptions, onReject });
    },
  };
}

const STRATEGIES: readonly SchedulingStrategy[] = ["dependency", "batches", "serial"];
const ON_REJECT: readonly OnReject[] = ["continue", "cancel-dependents", "cancel-later"];

/** The time of a clock of the host's; the last good one where it throws, because a task must end all the same. */
function steadyTime(clock: NonNullable<SchedulerOptions["clock"]>): () => number {
  let last = 0;
  return () => {
    try {
      const now: unknown = clock.now();
      if (typeof now === "number" && Number.isFinite(now)) last = now;
      else ignoreRejection(now);
    } catch (thrown) {
      ignoreRejection(thrown);
      // The last time stands.
    }
    return last;
  };
}
