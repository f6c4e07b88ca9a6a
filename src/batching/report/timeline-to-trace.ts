import { type TimelineEntry, timelineSpans } from "./timeline.js";

/** One event of the Chrome trace event format: a span (`X`) or a name (`M`). Times are in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: "X" | "M";
  readonly pid: number;
  readonly tid: number;
  readonly cat?: "queue" | "approval" | "run";
  readonly ts?: number;
  readonly dur?: number;
  readonly args: Readonly<Record<string, string | number>>;
}

/** The object that `chrome://tracing` and Perfetto open as JSON. */
export interface Trace {
  readonly traceEvents: readonly TraceEvent[];
  readonly displayTimeUnit: "ms";
}

/**
 * Converts a timeline to Chrome trace events: one process for each run and one row for each task, with the
 * spans `queue` (waits for other tasks), `approval` (its `prepare`), `slot` (waits for a free slot) and the
 * run under the name of the task.
 *
 * Wait spans of zero length are omitted.
 *
 * @example
 * await writeFile("trace.json", JSON.stringify(timelineToTrace(entries))); // open it at ui.perfetto.dev
 */
export function timelineToTrace(entries: readonly TimelineEntry[]): Trace {
  const runs = new Map<string, TimelineEntry[]>();
  for (const entry of entries) {
    const run = runs.get(entry.run);
    if (run === undefined) runs.set(entry.run, [entry]);
    else run.push(entry);
  }
  const traceEvents: TraceEvent[] = [];
  let pid = 0;
  for (const [name, tasks] of runs) {
    pid++;
    traceEvents.push({ name: "process_name", ph: "M", pid, tid: 0, args: { name } });
    const inOrder = [...tasks].sort((one, other) => one.queuedAt - other.queuedAt);
    for (const [index, task] of inOrder.entries()) traceEvents.push(...rowOf(task, pid, index + 1));
  }
  return { traceEvents, displayTimeUnit: "ms" };
}

function rowOf(task: TimelineEntry, pid: number, tid: number): TraceEvent[] {
  const args = {
    id: task.id,
    outcome: task.outcome,
    ...(task.within !== undefined && { within: task.within }),
  };
  return [
    { name: "thread_name", ph: "M", pid, tid, args: { name: task.name } },
    { name: "thread_sort_index", ph: "M", pid, tid, args: { sort_index: tid } },
    ...timelineSpans(task).map(({ kind, from, to }): TraceEvent => {
      const name = kind === "run" ? task.name : kind;
      const cat = kind === "slot" ? "queue" : kind;
      return { name, cat, ph: "X", ts: from * 1_000, dur: (to - from) * 1_000, pid, tid, args };
    }),
  ];
}
