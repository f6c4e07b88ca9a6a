import type { TimelineEntry } from "../report/index.js";
import { createRejectionPolicy, type OnReject } from "./rejection-policy.js";
import { createRunOrder, type RunOrder } from "./run-order.js";
import type { RejectionPolicy, ScheduledTask, TaskRun } from "./scheduled-task.js";
import type { TaskCancellation } from "./task-cancellation.js";
import type { TaskEngine } from "./task-engine.js";
import type { TaskHandle, TaskSubmission } from "./task-submission.js";

/** Options of one run. */
export interface RunOptions {
  /** For the timeline. Default: `run 1`, `run 2` ... */
  readonly name?: string;
  /**
   * The parent task of this run: the tasks of the run do not wait for it, and it keeps its lock until they
   * have ended.
   */
  readonly within?: TaskHandle | undefined;
  /** Cancels all tasks of the run that have not started, and all future ones. */
  readonly signal?: AbortSignal;
  /** Default `continue`. */
  readonly onReject?: OnReject;
  /**
   * Called for every task of the run when it ended, after the scheduler's own listener. Errors that it throws
   * are ignored.
   */
  readonly onTaskEnd?: ((entry: TimelineEntry) => void) | undefined;
}

/** An ordered list of tasks: each waits for the earlier ones that it conflicts with. */
export interface SchedulerRun {
  /**
   * Submits a task after all earlier tasks of this and of other runs.
   *
   * It waits for its lock (all earlier conflicting tasks, and those that the strategy adds), then for its
   * `prepare`, then for a slot, and then executes its `run`. It may start before this method returns.
   *
   * @returns the value or the error of `run`; rejects with a `TaskCancelledError` if the task was cancelled
   *   before it started
   */
  submit<Value>(submission: TaskSubmission<Value>): Promise<Value>;
  /**
   * Cancels the tasks with that id that have not started; returns whether there was one. The caller must stop
   * running tasks.
   */
  cancel(id: string, cause?: unknown): boolean;
  /** Cancels all tasks of the run that have not started. */
  cancelAll(cause?: unknown): void;
  /** Cancels all tasks of the run that have not started, and all future ones, as its signal does. */
  stop(cause?: unknown): void;
}

/** One run and its tasks that have not ended. */
export class ScheduledRun implements SchedulerRun, TaskRun {
  readonly name: string;
  readonly within: ScheduledTask | undefined;
  readonly engine: TaskEngine;
  readonly order: RunOrder;
  readonly rejections: RejectionPolicy;
  readonly onTaskEnd: RunOptions["onTaskEnd"];
  // A linked list of tasks: a map would cost a fifth of the total cost of a task, for the rare call of
  // `cancel`.
  #first: ScheduledTask | undefined;
  #last: ScheduledTask | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = () => this.#cancelEach({ type: "signal", cause: this.#signal?.reason });
  #stopped: TaskCancellation | undefined;

  constructor(engine: TaskEngine, within: ScheduledTask | undefined, options: RunOptions & { name: string }) {
    this.engine = engine;
    this.within = within;
    this.name = options.name;
    this.#signal = options.signal;
    this.onTaskEnd = options.onTaskEnd;
    this.order = createRunOrder(engine.strategy, engine.locks.graph);
    this.rejections = createRejectionPolicy(options.onReject ?? "continue", {
      unfinished: () => this.#unfinished(),
      cancel: (task, cancellation) => engine.cancel(task, cancellation),
    });
  }

  submit<Value>(submission: TaskSubmission<Value>): Promise<Value> {
    return this.engine.submit(this, submission);
  }

  cancel(id: string, cause?: unknown): boolean {
    return this.#cancelEach({ type: "request", cause }, id);
  }

  cancelAll(cause?: unknown): void {
    this.#cancelEach({ type: "request", cause });
  }

  stop(cause?: unknown): void {
    this.#stopped ??= { type: "request", cause };
    this.#cancelEach(this.#stopped);
  }

  /**
   * Returns the cancellation of a task before it is admitted: the run was stopped, or the signal of the run
   * or of the task is aborted.
   */
  cancellationOf(submission: TaskSubmission<unknown>): TaskCancellation | undefined {
    if (this.#stopped !== undefined) return this.#stopped;
    const signal = this.#signal?.aborted ? this.#signal : submission.signal;
    return signal?.aborted ? { type: "signal", cause: signal.reason } : undefined;
  }

  /**
   * Keeps a task until it ends. The signal of the run is observed only while there are tasks: it may live
   * much longer.
   */
  admit(task: ScheduledTask): void {
    if (this.#last === undefined) {
      this.#first = task;
      if (this.#signal !== undefined) this.engine.aborts.add(this.#signal, this.#onAbort);
    } else {
      this.#last.nextInRun = task;
      task.previousInRun = this.#last;
    }
    this.#last = task;
  }

  dismiss(task: ScheduledTask): void {
    const { previousInRun: previous, nextInRun: next } = task;
    if (previous === undefined) this.#first = next;
    else previous.nextInRun = next;
    if (next === undefined) this.#last = previous;
    else next.previousInRun = previous;
    task.previousInRun = undefined;
    task.nextInRun = undefined;
    if (this.#last === undefined && this.#signal !== undefined) {
      this.engine.aborts.delete(this.#signal, this.#onAbort);
    }
  }

  #cancelEach(cancellation: TaskCancellation, id?: string): boolean {
    let cancelled = false;
    for (const task of this.#unfinished()) {
      if (id === undefined || task.id === id) cancelled = this.engine.cancel(task, cancellation) || cancelled;
    }
    return cancelled;
  }

  /** A copy, because an operation on these tasks may end others. */
  #unfinished(): readonly ScheduledTask[] {
    const tasks: ScheduledTask[] = [];
    for (let task = this.#first; task !== undefined; task = task.nextInRun) tasks.push(task);
    return tasks;
  }
}
