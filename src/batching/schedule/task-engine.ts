import { describeThrown, quietly } from "../../contract/index.js";
import { LockTable, MAX_NAMED_WAITS, representedCalls, type WaitNode } from "../conflicts/index.js";
import type { TimelineEntry } from "../report/index.js";
import { AbortWatch } from "./abort-watch.js";
import { DueTasks } from "./due-tasks.js";
import type { SchedulingStrategy } from "./run-order.js";
import { ScheduledTask, type TaskRun } from "./scheduled-task.js";
import { Slots } from "./slots.js";
import { type TaskCancellation, TaskCancelledError } from "./task-cancellation.js";
import type { TaskSubmission } from "./task-submission.js";

/** Dependencies of the engine. */
export interface EngineOptions {
  readonly max: number;
  readonly strategy: SchedulingStrategy;
  readonly now: () => number;
  readonly onTaskEnd: ((entry: TimelineEntry) => void) | undefined;
  readonly explains: boolean;
}

/**
 * Runs tasks through their steps: lock, `prepare`, slot, run.
 *
 * An event that lets other tasks proceed (an end, a cancellation) only adds them to a list, which one loop
 * processes. So a chain of tasks of any length does not grow the stack.
 */
export class TaskEngine {
  readonly strategy: SchedulingStrategy;
  readonly locks: LockTable;
  readonly aborts = new AbortWatch();
  readonly #now: () => number;
  readonly #onTaskEnd: ((entry: TimelineEntry) => void) | undefined;
  readonly #slots: Slots;
  /** Tasks that received their lock or their slot. */
  readonly #due = new DueTasks();
  #working = false;
  readonly #granted = (task: ScheduledTask) => {
    task.state = "granted";
    this.#due.add(task);
  };

  readonly #free = (node: WaitNode) => this.#due.add(node as ScheduledTask);

  constructor({ max, strategy, now, onTaskEnd, explains }: EngineOptions) {
    this.strategy = strategy;
    this.locks = new LockTable({ explains });
    this.#now = now;
    this.#onTaskEnd = onTaskEnd;
    this.#slots = new Slots(max);
  }

  submit<Value>(run: TaskRun, submission: TaskSubmission<Value>): Promise<Value> {
    const task = new ScheduledTask(run, submission, nearestUnfinished(run.within));
    task.queuedAt = this.#now();
    const cancellation: TaskCancellation | undefined =
      run.cancellationOf(submission) ?? run.rejections.admit(task);
    if (cancellation === undefined) this.#admit(task);
    else {
      task.state = "ended";
      task.endedAt = task.queuedAt;
      task.reject(new TaskCancelledError(task.id, cancellation));
      this.#report(task, "cancelled");
    }
    // The promise settles with the results of this submission's own `prepare` and `run`.
    return task.promise as Promise<Value>;
  }

  /** Cancels a task that has not started; returns whether it did. */
  cancel(task: ScheduledTask, cancellation: TaskCancellation): boolean {
    if (task.state === "running" || task.state === "ended") return false;
    if (task.state === "queued") this.#slots.dequeue(task);
    if (task.state === "preparing") task.preparedAt = this.#now();
    this.#end(task, "cancelled");
    task.reject(new TaskCancelledError(task.id, cancellation));
    this.#giveBack(task);
    return true;
  }

  /** See `TaskHandle.holdUntil`. */
  hold(task: ScheduledTask, until: PromiseLike<unknown>): void {
    if (task.done) return;
    task.holds++;
    const release = () => this.#giveBack(task);
    settled(until).then(release, release);
  }

  #admit(task: ScheduledTask): void {
    const { run, parent, submission } = task;
    run.admit(task);
    if (submission.signal !== undefined) {
      const { signal } = submission;
      task.onAbort = () => this.cancel(task, { type: "signal", cause: signal.reason });
      this.aborts.add(signal, task.onAbort);
    }
    if (parent !== undefined) this.#slots.changeLive(parent, 1, this.#granted);
    const before = this.locks.enter(task, run.order.next(task));
    if (task.waiting === 0) this.#due.add(task);
    else if (submission.onWait !== undefined) this.#tellWaits(submission.onWait, before);
    this.#work();
  }

  #tellWaits(onWait: NonNullable<TaskSubmission<unknown>["onWait"]>, before: readonly WaitNode[]): void {
    // A cancelled task that keeps its position has no work to wait for.
    const earlier = representedCalls(before, isTask, MAX_NAMED_WAITS).filter((task) => !task.done);
    quietly(() => onWait(earlier.map((task) => task.submission)));
  }

  #work(): void {
    if (this.#working) return;
    this.#working = true;
    try {
      do {
        for (let task = this.#due.take(); task !== undefined; task = this.#due.take()) {
          if (task.state === "waiting") this.#becomeReady(task);
          else if (task.state === "granted") this.#start(task, this.#now());
        }
      } while (this.#slots.breakStall(this.#granted));
    } finally {
      this.#working = false;
    }
  }

  #becomeReady(task: ScheduledTask): void {
    const now = this.#now();
    task.readyAt = now;
    const { prepare } = task.submission;
    if (prepare === undefined) {
      this.#queue(task, now);
      return;
    }
    task.state = "preparing";
    let outcome: unknown;
    try {
      outcome = prepare(task);
    } catch (thrown) {
      this.#fail(task, thrown);
      return;
    }
    if (outcome === undefined) this.#afterPrepare(task, outcome);
    else {
      settled(outcome).then(
        (given) => this.#afterPrepare(task, given),
        (thrown: unknown) => this.#fail(task, thrown),
      );
    }
  }

  #afterPrepare(task: ScheduledTask, outcome: unknown): void {
    if (task.state !== "preparing") return;
    task.preparedAt = this.#now();
    let answer: { readonly value: unknown } | undefined;
    try {
      if (typeof outcome === "object" && outcome !== null && "value" in outcome)
        answer = { value: outcome.value };
    } catch (thrown) {
      this.#fail(task, thrown);
      return;
    }
    if (answer === undefined) this.#queue(task, task.preparedAt);
    else this.#succeed(task, answer.value);
    this.#work();
  }

  #queue(task: ScheduledTask, now: number): void {
    task.state = "queued";
    if (this.#slots.acquire(task)) this.#start(task, now);
  }

  #start(task: ScheduledTask, now: number): void {
    task.state = "running";
    task.startedAt = now;
    let result: unknown;
    try {
      result = task.submission.run(task);
    } catch (thrown) {
      this.#fail(task, thrown);
      return;
    }
    if (typeof result !== "object" || result === null) this.#succeed(task, result);
    else {
      settled(result).then(
        (value) => this.#succeed(task, value),
        (thrown: unknown) => this.#fail(task, thrown),
      );
    }
  }

  #succeed(task: ScheduledTask, value: unknown): void {
    if (task.state === "ended") return;
    if (task.rejection !== undefined) task.run.rejections.reject(task, task.rejection);
    this.#end(task, task.rejection === undefined ? "done" : "rejected");
    task.resolve(value);
    this.#giveBack(task);
  }

  #fail(task: ScheduledTask, thrown: unknown): void {
    if (task.state === "ended") return;
    const reason = describeThrown(thrown);
    task.run.rejections.reject(task, task.rejection ?? reason);
    this.#end(task, "failed");
    task.reject(thrown);
    this.#giveBack(task);
  }

  /** Does the steps that every end has in common, up to the lock. */
  #end(task: ScheduledTask, outcome: TimelineEntry["outcome"]): void {
    task.state = "ended";
    task.endedAt = this.#now();
    task.run.dismiss(task);
    const { onAbort, submission } = task;
    if (onAbort !== undefined && submission.signal !== undefined)
      this.aborts.delete(submission.signal, onAbort);
    if (task.parent !== undefined) this.#slots.changeLive(task.parent, -1, this.#granted);
    if (task.holdsSlot) this.#slots.release(task, this.#granted);
    this.#report(task, outcome);
  }

  #giveBack(task: ScheduledTask): void {
    this.locks.release(task, this.#free);
    this.#work();
  }

  #report(task: ScheduledTask, outcome: TimelineEntry["outcome"]): void {
    const { onTaskEnd } = task.run;
    if (this.#onTaskEnd === undefined && onTaskEnd === undefined) return;
    const entry = task.timelineEntry(outcome);
    for (const notify of [this.#onTaskEnd, onTaskEnd]) quietly(() => notify?.(entry));
  }
}

/**
 * Returns the call that a new task of a nested run belongs to: a call that has released its lock delays no
 * other.
 */
function nearestUnfinished(within: ScheduledTask | undefined): ScheduledTask | undefined {
  let task = within;
  while (task?.done) task = task.parent;
  return task;
}

function isTask(node: WaitNode): node is ScheduledTask {
  return node instanceof ScheduledTask;
}

/**
 * Returns a promise of a function's return value. `Promise.resolve` throws for a promise whose `constructor`
 * does.
 */
function settled<Value>(given: Value | PromiseLike<Value>): Promise<Awaited<Value>> {
  try {
    return Promise.resolve(given) as Promise<Awaited<Value>>;
  } catch (thrown) {
    return Promise.reject(thrown);
  }
}
