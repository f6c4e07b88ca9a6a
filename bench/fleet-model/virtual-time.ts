/** A clock that advances from one event to the next. */
export interface VirtualTime {
  readonly now: number;
  /** Schedules a task. Tasks for the same time run in the order in which they were scheduled. */
  after(delayMs: number, act: () => void): void;
  /** Runs all tasks up to a time. */
  runUntil(endMs: number): void;
}

interface Due {
  readonly at: number;
  readonly order: number;
  readonly act: () => void;
}

/** Creates a clock that starts at 0. */
export function createVirtualTime(): VirtualTime {
  // A binary heap with the next event first.
  const heap: Due[] = [];
  let now = 0;
  let count = 0;
  return {
    get now() {
      return now;
    },
    after(delayMs, act) {
      push(heap, { at: now + Math.max(0, delayMs), order: count++, act });
    },
    runUntil(endMs) {
      for (let due = heap[0]; due !== undefined && due.at <= endMs; due = heap[0]) {
        pop(heap);
        now = due.at;
        due.act();
      }
      now = endMs;
    },
  };
}

function isBefore(one: Due, other: Due): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

function push(heap: Due[], due: Due): void {
  let at = heap.length;
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = heap[above] as Due;
    if (!isBefore(due, parent)) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = due;
}

function pop(heap: Due[]): void {
  const last = heap.pop() as Due;
  const { length } = heap;
  if (length === 0) return;
  let at = 0;
  for (let child = 1; child < length; child = 2 * at + 1) {
    const right = heap[child + 1];
    const lower = right !== undefined && isBefore(right, heap[child] as Due) ? child + 1 : child;
    if (!isBefore(heap[lower] as Due, last)) break;
    heap[at] = heap[lower] as Due;
    at = lower;
  }
  heap[at] = last;
}
