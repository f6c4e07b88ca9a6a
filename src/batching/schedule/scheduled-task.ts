import { LockNode } from "../conflicts/index.js";
import type { TaskTiming, TimelineEntry } from "../report/index.js";
import type { RunOrder } from "./run-order.js";
import type { TaskCancellation } from "./task-cancellation.js";
import type { TaskHandle, TaskSubmission } from "./task-submission.js";

/**
 * `waiting` for its lock, `preparing`, `queued` for a slot, `granted` one, `running`, `ended`.
 */
export type TaskState = "waiting" | "preparing" | "queued" | "granted" | "running" | "ended";

/** The rejected tasks of one run. */
export interface RejectionPolicy {
  /** Returns why a new task must not start, if there is a reason. */
  admit(task: ScheduledTask): TaskCancellation | undefined;
  /** Records a rejected task that still holds its lock; cancels the tasks that it affects. */
  reject(task: ScheduledTask, reason: string): void;
}

/** The interface of a run for its tasks and the engine. */
export interface TaskRun {
  readonly name: string;
  /** The parent task of the run. */
  readonly within: ScheduledTask | undefined;
  readonly order: RunOrder;
  readonly rejections: RejectionPolicy;
  readonly engine: { hold(task: ScheduledTask, settled: PromiseLike<unknown>): void };
  readonly onTaskEnd: ((entry: TimelineEntry) => void) | undefined;
  /** Returns why a task must not be admitted; `undefined` if it may be. */
  cancellationOf(submission: TaskSubmission<unknown>): TaskCancellation | undefined;
  /** Adds a task until it ends. */
  admit(task: ScheduledTask): void;
  /** Removes a task that ended. */
  dismiss(task: ScheduledTask): void;
}

/** A task with the scheduler's data about it. */
export class ScheduledTask extends LockNode implements TaskHandle {
  state: TaskState = "waiting";
  rejection: string | undefined;
  queuedAt = 0;
  readyAt: number | undefined;
  preparedAt: number | undefined;
  startedAt: number | undefined;
  endedAt: number | undefined;
  onAbort: (() => void) | undefined;

  previousInRun: ScheduledTask | undefined;
  nextInRun: ScheduledTask | undefined;

  // Maintained by `Slots`.
  holdsSlot = false;
  /** Number of unfinished nested tasks. */
  live = 0;
  /** Number of descendants in the queue for slots. */
  queuedBelow = 0;
  /** The task whose slot it uses, if it does not use its own. */
  lender: ScheduledTask | undefined;
  /** The task that uses its slot. */
  borrower: ScheduledTask | undefined;
  previousQueued: ScheduledTask | undefined;
  nextQueued: ScheduledTask | undefined;

  declare parent: ScheduledTask | undefined;
  readonly promise: Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;

  constructor(
    readonly run: TaskRun,
    readonly submission: TaskSubmission<unknown>,
    parent: ScheduledTask | undefined,
  ) {
    super(submission.profile, parent);
    this.promise = new Promise(captureSettlers);
    this.resolve = resolveNewest;
    this.reject = rejectNewest;
  }

  get id(): string {
    return this.submission.id;
  }

  get timing(): TaskTiming {
    return this.#withTimes({ queuedAt: this.queuedAt });
  }

  /** Returns the timeline entry of the ended task. */
  timelineEntry(outcome: TimelineEntry["outcome"]): TimelineEntry {
    const { id, submission, run, queuedAt, endedAt = queuedAt } = this;
    const name = submission.name ?? id;
    const entry = { id, name, run: run.name, queuedAt, endedAt, outcome };
    return this.#withTimes(run.within === undefined ? entry : { ...entry, within: run.within.id });
  }

  /**
   * Adds the times of the states that were reached. Uses assignment, because it is called for each observed
   * task.
   */
  #withTimes<Entry extends { -readonly [Time in keyof TaskTiming]: TaskTiming[Time] }>(entry: Entry): Entry {
    if (this.readyAt !== undefined) entry.readyAt = this.readyAt;
    if (this.preparedAt !== undefined) entry.preparedAt = this.preparedAt;
    if (this.startedAt !== undefined) entry.startedAt = this.startedAt;
    if (this.endedAt !== undefined) entry.endedAt = this.endedAt;
    return entry;
  }

  markRejected(reason: string): void {
    this.rejection ??= reason;
  }

  holdUntil(settled: PromiseLike<unknown>): void {
    this.run.engine.hold(this, settled);
  }
}

// One executor for all promises: a closure for each would be a tenth of the cost of a task.
let resolveNewest: (value: unknown) => void;
let rejectNewest: (reason: unknown) => void;
function captureSettlers(resolve: typeof resolveNewest, reject: typeof rejectNewest): void {
  resolveNewest = resolve;
  rejectNewest = reject;
}
