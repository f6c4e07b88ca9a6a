/**
 * Times of the state changes of a task, in milliseconds of the scheduler's clock. The time of a state it
 * never reached is absent.
 */
export interface TaskTiming {
  /** Time at which it was submitted. */
  readonly queuedAt: number;
  /** Time at which it had its lock: everything it had to wait for had ended. */
  readonly readyAt?: number;
  /** Time at which its `prepare` (an approval), or the wait for it, ended; absent without one. */
  readonly preparedAt?: number;
  /** Time at which it received a slot and began to run. */
  readonly startedAt?: number;
  /** Time at which its promise settled. */
  readonly endedAt?: number;
}

/** The times and the outcome of one task, reported when it ended. */
export interface TimelineEntry extends TaskTiming {
  readonly id: string;
  /** The name of the task, for people; default: the id. */
  readonly name: string;
  /** The name of its run. */
  readonly run: string;
  /** The id of the parent task, if its run is nested. */
  readonly within?: string;
  readonly endedAt: number;
  /** `rejected`: it ended with a value but was marked as rejected; `failed`: its promise rejected. */
  readonly outcome: "done" | "rejected" | "failed" | "cancelled";
}

/**
 * One phase of a task: it waits for other tasks, for an answer or for a slot, or it runs. Milliseconds of the
 * timeline.
 */
export interface TimelineSpan {
  readonly kind: "queue" | "approval" | "slot" | "run";
  readonly from: number;
  readonly to: number;
}

/** Returns the phases of a task in order, without those of zero length, except the run. */
export function timelineSpans(entry: TimelineEntry): readonly TimelineSpan[] {
  const { queuedAt, readyAt, preparedAt, startedAt, endedAt } = entry;
  const spans: TimelineSpan[] = [{ kind: "queue", from: queuedAt, to: readyAt ?? endedAt }];
  if (readyAt !== undefined) {
    if (preparedAt !== undefined) spans.push({ kind: "approval", from: readyAt, to: preparedAt });
    spans.push({ kind: "slot", from: preparedAt ?? readyAt, to: startedAt ?? endedAt });
  }
  if (startedAt !== undefined) spans.push({ kind: "run", from: startedAt, to: endedAt });
  return spans.filter(({ kind, from, to }) => kind === "run" || to > from);
}
