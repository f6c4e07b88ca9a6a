import { ignoreRejection } from "../../contract/index.js";
import { type KeysOf, requireOptions } from "../../values/index.js";
import type { TimelineEntry } from "../report/index.js";
import type { OnReject } from "./rejection-policy.js";
import type { SchedulingStrategy } from "./run-order.js";
import { type RunOptions, ScheduledRun, type SchedulerRun } from "./scheduled-run.js";
import { ScheduledTask } from "./scheduled-task.js";
import { TaskEngine } from "./task-engine.js";

/** Options of a {@link Scheduler}. */
export interface SchedulerOptions {
  /** Maximum number of tasks that run at once: a positive integer or `Infinity`, the default. */
  readonly max?: number;
  /** Default `dependency`: a task waits for earlier conflicting tasks only. */
  readonly strategy?: SchedulingStrategy;
  /** Milliseconds for the timeline. Default: those of `performance.now`. */
  readonly clock?: { now(): number };
  /** Called for every task when it ended. Errors that it throws are ignored. */
  readonly onTaskEnd?: (entry: TimelineEntry) => void;
  /**
   * Whether `onWait` of tasks receives the tasks that join nodes represent, which costs memory while those
   * are unfinished. Default false.
   */
  readonly explains?: boolean;
}

const OPTION_NAMES = {
  max: true,
  strategy: true,
  clock: true,
  onTaskEnd: true,
  explains: true,
} as const satisfies KeysOf<SchedulerOptions>;

/** One lock table and a number of slots for all runs of one machine. */
export interface Scheduler {
  /** Tasks that have not released their lock. */
  readonly size: number;
  openRun(options?: RunOptions): SchedulerRun;
}

/**
 * Creates a scheduler that runs tasks in parallel with the effect of a sequential run.
 *
 * Conflicting tasks never overlap and run in order of submission, across runs; a task that conflicts with
 * nothing earlier waits only for a slot. A writer cannot starve, since later readers wait for it, and there
 * cannot be a deadlock, because tasks wait only for earlier tasks. A task costs O(keys · depth), whatever the
 * number of other tasks.
 *
 * Nested runs: a task waits neither for its parent task nor for any task that waits for the parent, and a
 * task queued after the parent is also queued after the parent's nested tasks. A task that waits for its
 * nested tasks does not count as running and lends them its slot, so they complete even with `max: 1`. Two
 * limits follow. If two tasks each hold a resource that a nested task of the other needs, the later one
 * proceeds, concurrently with the holder that waits for it: the alternative is a deadlock. And a lent slot
 * can be missing for a moment when all tasks that its owner waited for are cancelled at once.
 *
 * @throws TypeError for an unknown option
 * @throws RangeError for a `max` that is not a positive integer or `Infinity`, or an unknown strategy
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
  requireOptions("createScheduler", options, OPTION_NAMES);
  const {
    max = Number.POSITIVE_INFINITY,
    strategy = "dependency",
    clock,
    onTaskEnd,
    explains = false,
  } = options;
  if (max !== Number.POSITIVE_INFINITY && !(Number.isInteger(max) && max > 0)) {
    throw new RangeError(`max must be a positive integer or Infinity, but it is ${String(max)}.`);
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
        throw new TypeError("within must be the task handle that this scheduler passed to a prepare or run.");
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

/**
 * Returns the time of the host's clock, or the last valid time if the clock throws, because a task must still
 * end.
 */
function steadyTime(clock: NonNullable<SchedulerOptions["clock"]>): () => number {
  let last = 0;
  return () => {
    try {
      const now: unknown = clock.now();
      if (typeof now === "number" && Number.isFinite(now)) last = now;
      else ignoreRejection(now);
    } catch (thrown) {
      ignoreRejection(thrown);
      // Keep the last time.
    }
    return last;
  };
}
