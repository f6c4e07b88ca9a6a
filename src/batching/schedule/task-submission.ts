import type { CallProfile } from "../conflicts/index.js";
import type { TaskTiming } from "../report/index.js";

/** One task to schedule. */
export interface TaskSubmission<Value> {
  /** Used by `cancel`, messages and the timeline; the scheduler does not require it to be unique. */
  readonly id: string;
  /** Used by the timeline. Default: the id. */
  readonly name?: string;
  readonly profile: CallProfile;
  /** Cancels the task if it has not started to run. */
  readonly signal?: AbortSignal;
  /**
   * Called during submission if the task must wait, with the unfinished tasks that it waits for, at most
   * `MAX_NAMED_WAITS`. Errors that it throws are ignored.
   */
  readonly onWait?: (earlier: readonly TaskSubmission<unknown>[]) => void;
  /**
   * The step before the run, with the lock but without a slot: for example a question. A returned value ends
   * the task with it; `undefined` continues.
   */
  readonly prepare?: (task: TaskHandle) => PrepareOutcome<Value> | PromiseLike<PrepareOutcome<Value>>;
  /** The work. Its result, errors and duration affect only this task and those that must wait for it. */
  readonly run: (task: TaskHandle) => Value | PromiseLike<Value>;
}

/** The result of a `prepare`: the value of the whole task, or nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing is the usual `prepare`.
export type PrepareOutcome<Value> = { readonly value: Value } | undefined | void;

/** A task as its own `prepare` and `run` see it; a nested run is opened within it. */
export interface TaskHandle {
  readonly id: string;
  readonly timing: TaskTiming;
  /**
   * Records that this task was rejected or failed, although it may end with a value: its run then applies
   * `onReject`. A task whose promise rejects counts as rejected without this call. The first reason is used.
   */
  markRejected(reason: string): void;
  /**
   * Keeps the lock after the task has ended, until the promise settles: for work that continues after a
   * timeout. The slot is released at the end of the task. Ignored once the lock is released.
   */
  holdUntil(settled: PromiseLike<unknown>): void;
}
