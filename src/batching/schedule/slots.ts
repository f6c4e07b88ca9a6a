import type { ScheduledTask } from "./scheduled-task.js";

/** Called for a queued task that now has a slot. Must not call back. */
export type Granted = (task: ScheduledTask) => void;

/**
 * The slots of `max` tasks that run at once, assigned first come, first served.
 *
 * A task with unfinished nested tasks (a subagent's calls) waits for them. Meanwhile it lends its slot to one
 * of its descendants at a time, so that they complete when all slots are taken. If no task in the whole
 * scheduler can proceed, it lends the slot to the next task in the queue, because its descendants may be
 * waiting for that one.
 */
export class Slots {
  readonly #max: number;
  #taken = 0;
  /** Running tasks that do not wait for nested tasks. */
  #atWork = 0;
  readonly #lenders = new Set<ScheduledTask>();
  #firstQueued: ScheduledTask | undefined;
  #lastQueued: ScheduledTask | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  /** Assigns a slot to the task, or queues it: it then receives one through the `granted` of a later call. */
  acquire(task: ScheduledTask): boolean {
    if (this.#taken < this.#max) {
      this.#taken++;
      this.#start(task);
      return true;
    }
    for (let lender = task.parent; lender !== undefined; lender = lender.parent) {
      if (canLend(lender)) {
        this.#lend(lender, task);
        return true;
      }
    }
    this.#enqueue(task);
    return false;
  }

  /**
   * Releases the slot of a task that ended; the task must already be subtracted from the live tasks of its
   * parent.
   */
  release(task: ScheduledTask, granted: Granted): void {
    task.holdsSlot = false;
    if (task.live === 0) this.#atWork--;
    else this.#lenders.delete(task);
    const { lender, borrower, parent } = task;
    task.lender = undefined;
    task.borrower = undefined;
    if (borrower !== undefined) {
      // The borrower keeps the slot, now with the lender of this task.
      setLender(borrower, lender);
    } else if (parent?.holdsSlot && parent.live === 0 && parent.borrower && parent.borrower !== task) {
      // The parent resumes now, but its slot was lent to another task to break a stall: it takes this slot
      // instead.
      setLender(parent.borrower, parent.lender);
      parent.borrower = undefined;
      setLender(parent, lender);
    } else if (lender !== undefined) {
      lender.borrower = undefined;
      this.#offer(lender, granted);
    } else {
      this.#taken--;
      const next = this.#firstQueued;
      if (next !== undefined) this.#grant(next, undefined, granted);
    }
  }

  /**
   * Counts the unfinished nested tasks of a task; with the first one it begins to lend its slot, with the
   * last one it stops.
   */
  changeLive(task: ScheduledTask, change: 1 | -1, granted: Granted): void {
    task.live += change;
    if (!task.holdsSlot) return;
    if (change === 1 && task.live === 1) {
      this.#atWork--;
      this.#lenders.add(task);
      this.#offer(task, granted);
    } else if (task.live === 0) {
      this.#atWork++;
      this.#lenders.delete(task);
    }
  }

  /**
   * If every running task waits for nested tasks, lets the first task in the queue run in the slot of one of
   * them.
   */
  breakStall(granted: Granted): boolean {
    const next = this.#firstQueued;
    if (next === undefined || this.#atWork > 0) return false;
    for (const lender of this.#lenders) {
      if (lender.borrower !== undefined) continue;
      this.#grant(next, lender, granted);
      return true;
    }
    return false;
  }

  /** Removes a cancelled task from the queue. */
  dequeue(task: ScheduledTask): void {
    const { previousQueued: previous, nextQueued: next } = task;
    if (previous === undefined) this.#firstQueued = next;
    else previous.nextQueued = next;
    if (next === undefined) this.#lastQueued = previous;
    else next.previousQueued = previous;
    task.previousQueued = undefined;
    task.nextQueued = undefined;
    for (let above = task.parent; above !== undefined; above = above.parent) above.queuedBelow--;
  }

  /** Lends a slot to the first descendant in the queue. */
  #offer(lender: ScheduledTask, granted: Granted): void {
    if (!canLend(lender) || lender.queuedBelow === 0) return;
    let next = this.#firstQueued;
    while (next !== undefined && !isBelow(next, lender)) next = next.nextQueued;
    if (next !== undefined) this.#grant(next, lender, granted);
  }

  #enqueue(task: ScheduledTask): void {
    task.previousQueued = this.#lastQueued;
    if (this.#lastQueued === undefined) this.#firstQueued = task;
    else this.#lastQueued.nextQueued = task;
    this.#lastQueued = task;
    for (let above = task.parent; above !== undefined; above = above.parent) above.queuedBelow++;
  }

  #grant(task: ScheduledTask, lender: ScheduledTask | undefined, granted: Granted): void {
    this.dequeue(task);
    if (lender === undefined) {
      this.#taken++;
      this.#start(task);
    } else this.#lend(lender, task);
    granted(task);
  }

  #lend(lender: ScheduledTask, task: ScheduledTask): void {
    setLender(task, lender);
    this.#start(task);
  }

  #start(task: ScheduledTask): void {
    task.holdsSlot = true;
    if (task.live === 0) this.#atWork++;
    else this.#lenders.add(task);
  }
}

function setLender(task: ScheduledTask, lender: ScheduledTask | undefined): void {
  task.lender = lender;
  if (lender !== undefined) lender.borrower = task;
}

function canLend(task: ScheduledTask): boolean {
  return task.holdsSlot && task.live > 0 && task.borrower === undefined;
}

function isBelow(task: ScheduledTask, ancestor: ScheduledTask): boolean {
  let at = task.parent;
  while (at !== undefined && at !== ancestor) at = at.parent;
  return at !== undefined;
}
