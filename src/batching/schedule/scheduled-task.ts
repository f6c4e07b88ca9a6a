import { LockNode } from "../conflicts/index.js";
import type { TaskTiming, TimelineEntry } from "../report/index.js";
import type { RunOrder } from "./run-order.js";
import type { TaskCancellation } from "./task-cancellation.js";
import type { TaskHandle, TaskSubmission } from "./task-submission.js";

/**
 * `waiting` for its lock, `preparing`, `queued` for a slot, `granted` one, `running`, `ended`.
 */
export type TaskState = "waiting" | "preparing" | "queued" | "granted" | "running" | "ended";

/** The memory of one run about its rejected tasks. */
export interface RejectionPolicy {
  /** Why a new task must not start, if so. */
  admit(task: ScheduledTask): TaskCancellation | undefined;
  /** Takes note of a rejected task that has not given its lock back; cancels what has to be. */
  reject(task: ScheduledTask, reason: string): void;
}

/** The run of a task, as its task and the engine use it. */
export interface TaskRun {
  readonly name: string;
  /** The task whose own tasks these are. */
  readonly within: ScheduledTask | undefined;
  readonly order: RunOrder;
  readonly rejections: RejectionPolicy;
  readonly engine: { hold(task: ScheduledTask, settled: PromiseLike<unknown>): void };
  readonly onTaskEnd: ((entry: TimelineEntry) => void) | undefined;
  /** Returns why a task must not be admitted; undefined when it may be. */
  cancellationOf(submission: TaskSubmission<unknown>): TaskCancellation | undefined;
  /** Adds a task until it ends. */
  admit(task: ScheduledTask): void;
  /** Removes a task that ended. */
  dismiss(task: ScheduledTask): void;
}

/** A task and all that the scheduler keeps about it. */
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

  // What `Slots` keeps.
  holdsSlot = false;
  /** Unfinished tasks of its own. */
  live = 0;
  /** Descendants in the queue for slots. */
  queuedBelow = 0;
  /** Whose slot it runs in, when not in one of its own. */
  lender: ScheduledTask | undefined;
  /** Who runs in its slot. */
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
    return this.#withStations({ queuedAt: this.queuedAt });
  }

  /** What the timeline says about the task once it ended. */
  timelineEntry(outcome: TimelineEntry["outcome"]): TimelineEntry {
    const { id, submission, run, queuedAt, endedAt = queuedAt } = this;
    const name = submission.name ?? id;
    const entry = { id, name, run: run.name, queuedAt, endedAt, outcome };
    return this.#withStations(run.within === undefined ? entry : { ...entry, within: run.within.id });
  }

  /** Adds the stations that were reached. By assignment: this is done for each task where somebody watches. */
  #withStations<Entry extends { -readonly [Station in keyof TaskTiming]: TaskTiming[Station] }>(
    entry: Entry,
  ): Entry {
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

// One executor for all promises: a closure for each would be a tenth of what a task costs.
let resolveNewest: (value: unknown) => void;
let rejectNewest: (reason: unknown) => void;
function captureSettlers(resolve: typeof resolveNewest, reject: typeof rejectNewest): void {
  resolveNewest = resolve;
  rejectNewest = reject;
}
