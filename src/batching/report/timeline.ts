/**
 * When a task passed its stations, in milliseconds of the scheduler's clock. A station it never reached is absent.
 */
export interface TaskTiming {
  /** It was handed in. */
  readonly queuedAt: number;
  /** Everything it had to wait for was over: it has its lock. */
  readonly readyAt?: number;
  /** Its `prepare` (an approval) was over, or given up by a cancellation; absent without one. */
  readonly preparedAt?: number;
  /** It got a slot and began to run. */
  readonly startedAt?: number;
  /** Its promise settled. */
  readonly endedAt?: number;
}

/** The life of one task, reported when it ended. */
export interface TimelineEntry extends TaskTiming {
  readonly id: string;
  /** The name of the task, for people; the id where it has none. */
  readonly name: string;
  /** The name of its run. */
  readonly run: string;
  /** The id of the task that this one belongs to, where its run is nested. */
  readonly within?: string;
  readonly endedAt: number;
  /** `rejected`: it ended with a value but was marked as rejected; `failed`: its promise rejected. */
  readonly outcome: "done" | "rejected" | "failed" | "cancelled";
}
