import type { ScheduledTask } from "./scheduled-task.js";

/** Places that the list keeps when it runs empty; an idle scheduler holds no more memory than that. */
const KEPT_PLACES = 1_024;

/** Tasks to attend to, first come, first served. Keeps its array: one list for each task that ends would be garbage. */
export class DueTasks {
  #tasks: (ScheduledTask | undefined)[] = [];
  #taken = 0;
  #added = 0;

  add(task: ScheduledTask): void {
    this.#tasks[this.#added++] = task;
  }

  /** The task that came first, taken out of the list. */
  take(): ScheduledTask | undefined {
    if (this.#taken === this.#added) {
      this.#taken = 0;
      this.#added = 0;
      if (this.#tasks.length > KEPT_PLACES) this.#tasks = [];
      return undefined;
    }
    const task = this.#tasks[this.#taken];
    this.#tasks[this.#taken++] = undefined;
    return task;
  }
}
