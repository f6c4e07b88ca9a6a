import { LockNode } from "./lock-table.js";
import type { ScheduledRun } from "./scheduled-run.js";
import type { TaskHandle, TaskSubmission } from "./task-submission.js";
import type { TaskTiming, TimelineEntry } from "./timeline.js";

/**
 * `waiting` for its lock, `preparing`, `queued` for a slot, `granted` one, `running`, `ended`.
 */
export type TaskState = "waiting" | "preparing" | "queued" | "granted" | "running" | "ended";

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
    readonly run: ScheduledRun,
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
    return {
      queuedAt: this.queuedAt,
      ...(this.readyAt !== undefined && { readyAt: this.readyAt }),
      ...(this.preparedAt !== undefined && { preparedAt: this.preparedAt }),
      ...(this.startedAt !== undefined && { startedAt: this.startedAt }),
      ...(this.endedAt !== undefined && { endedAt: this.endedAt }),
    };
  }

  /** What the timeline says about the task once it ended. */
  timelineEntry(outcome: TimelineEntry["outcome"]): TimelineEntry {
    return {
      id: this.id,
      name: this.submission.name ?? this.id,
      run: this.run.name,
      ...(this.run.within !== undefined && { within: this.run.within.id }),
      ...this.timing,
      endedAt: this.endedAt ?? this.queuedAt,
      outcome,
    };
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
