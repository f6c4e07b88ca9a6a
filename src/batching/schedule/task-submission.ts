import type { CallProfile } from "../conflicts/index.js";
import type { TaskTiming } from "../report/index.js";

/** One task to schedule. */
export interface TaskSubmission<Value> {
  /** For `cancel`, messages and the timeline; the scheduler itself does not need it to be unique. */
  readonly id: string;
  /** For the timeline. Default: the id. */
  readonly name?: string;
  readonly profile: CallProfile;
  /** Cancels the task as long as it has not started to run. */
  readonly signal?: AbortSignal;
  /**
   * Told while it is handed in, where it has to wait: for which unfinished tasks, at most `MAX_NAMED_WAITS`. What it throws is
   * swallowed.
   */
  readonly onWait?: (earlier: readonly TaskSubmission<unknown>[]) => void;
  /**
   * What comes before the run, with the lock but without a slot: asking somebody. A value given back ends the task with
   * it; `undefined` lets it go on.
   */
  readonly prepare?: (task: TaskHandle) => PrepareOutcome<Value> | PromiseLike<PrepareOutcome<Value>>;
  /** The work. Whatever it does, throws or never does concerns this task only and those that must wait for it. */
  readonly run: (task: TaskHandle) => Value | PromiseLike<Value>;
}

/** How a `prepare` ends: with the value of the whole task, or with nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing is the usual `prepare`.
export type PrepareOutcome<Value> = { readonly value: Value } | undefined | void;

/** A task as its own `prepare` and `run` see it, and what a nested run is opened within. */
export interface TaskHandle {
  readonly id: string;
  readonly timing: TaskTiming;
  /**
   * Says that this task was rejected or failed, although it may end with a value: its run then does what its `onReject`
   * says. A task whose promise rejects counts as rejected without this. The first reason counts.
   */
  markRejected(reason: string): void;
  /**
   * Keeps the lock after the task has ended, until the promise settles either way: for work that goes on after a
   * timeout. The slot is given back with the end of the task. Ignored once the lock is given back.
   */
  holdUntil(settled: PromiseLike<unknown>): void;
}
