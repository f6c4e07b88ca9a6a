import type { TimelineEntry } from "./timeline.js";

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
