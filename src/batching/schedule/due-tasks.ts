import type { ScheduledTask } from "./scheduled-task.js";

/** Capacity that an empty list keeps; an idle scheduler holds no more memory than that. */
const KEPT_CAPACITY = 1_024;

/**
 * Tasks to process, first come, first served. Keeps its array: a new list for each ended task would be
 * garbage.
 */
export class DueTasks {
  #tasks: (ScheduledTask | undefined)[] = [];
  #taken = 0;
  #added = 0;

  add(task: ScheduledTask): void {
    this.#tasks[this.#added++] = task;
  }

  /** Removes and returns the first task. */
  take(): ScheduledTask | undefined {
    if (this.#taken === this.#added) {
      this.#taken = 0;
      this.#added = 0;
      if (this.#tasks.length > KEPT_CAPACITY) this.#tasks = [];
      return undefined;
    }
    const task = this.#tasks[this.#taken];
    this.#tasks[this.#taken++] = undefined;
    return task;
  }
}
