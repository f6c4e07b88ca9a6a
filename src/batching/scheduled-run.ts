import { createRejectionPolicy, type RejectionPolicy } from "./rejection-policy.js";
import { createRunOrder, type RunOrder } from "./run-order.js";
import type { ScheduledTask } from "./scheduled-task.js";
import type { RunOptions, SchedulerRun } from "./scheduler.js";
import type { TaskEngine } from "./task-engine.js";
import type { TaskSubmission } from "./task-submission.js";

/** One run and its tasks that have not ended. */
export class ScheduledRun implements SchedulerRun {
  readonly name: string;
  readonly within: ScheduledTask | undefined;
  readonly engine: TaskEngine;
  readonly order: RunOrder;
  readonly rejections: RejectionPolicy;
  readonly #tasks = new Map<string, ScheduledTask>();
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = () => {
    for (const task of [...this.#tasks.values()]) {
      this.engine.cancel(task, { type: "signal", cause: this.#signal?.reason });
    }
  };

  constructor(engine: TaskEngine, within: ScheduledTask | undefined, options: RunOptions & { name: string }) {
    this.engine = engine;
    this.within = within;
    this.name = options.name;
    this.#signal = options.signal;
    this.order = createRunOrder(engine.strategy, engine.locks.graph);
    this.rejections = createRejectionPolicy(options.onReject ?? "continue", {
      unfinished: () => this.#tasks.values(),
      cancel: (task, cancellation) => engine.cancel(task, cancellation),
    });
  }

  submit<Value>(submission: TaskSubmission<Value>): Promise<Value> {
    if (this.#tasks.has(submission.id)) {
      throw new RangeError(
        `A task with the id '${submission.id}' is in this run already; give every unfinished task of a run its own id.`,
      );
    }
    return this.engine.submit(this, submission);
  }

  cancel(id: string, cause?: unknown): boolean {
    const task = this.#tasks.get(id);
    return task !== undefined && this.engine.cancel(task, { type: "request", cause });
  }

  cancelAll(cause?: unknown): void {
    for (const task of [...this.#tasks.values()]) this.engine.cancel(task, { type: "request", cause });
  }

  /** The signal that is aborted already, if one is: the task's own or that of the run. */
  abortedSignal(submission: TaskSubmission<unknown>): AbortSignal | undefined {
    if (this.#signal?.aborted) return this.#signal;
    return submission.signal?.aborted ? submission.signal : undefined;
  }

  /** Keeps a task until it ends. The signal of the run is watched only while there are tasks: it may outlive them by far. */
  admit(task: ScheduledTask): void {
    if (this.#tasks.size === 0 && this.#signal !== undefined)
      this.engine.aborts.add(this.#signal, this.#onAbort);
    this.#tasks.set(task.id, task);
  }

  dismiss(task: ScheduledTask): void {
    this.#tasks.delete(task.id);
    if (this.#tasks.size === 0 && this.#signal !== undefined)
      this.engine.aborts.delete(this.#signal, this.#onAbort);
  }
}
