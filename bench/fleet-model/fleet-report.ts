/** How long some calls waited for their start, in milliseconds. */
export interface WaitingTimes {
  readonly count: number;
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** What became of a simulated fleet. */
export interface FleetReport {
  /** Calls that agents made; each has one of the following ends or is under way. */
  readonly made: number;
  readonly done: number;
  /** Their worker died and they may have done something: told as `worker-lost`, not begun anew. */
  readonly workerLost: number;
  /** Told that they have not run, because nobody began them in time. */
  readonly notRun: number;
  readonly underway: number;
  /** Times that a call was begun anew because its worker died. */
  readonly retries: number;
  readonly deaths: number;
  /** Times that a workspace got another owner. */
  readonly moves: number;
  readonly callsPerSecond: number;
  /** The part of the slots of living workers that was taken. */
  readonly utilisation: number;
  readonly waiting: WaitingTimes;
  /** Of the one workspace in a hundred that has the most agents. */
  readonly waitingAtHot: WaitingTimes;
  /** Agents of the workspace that has the most. */
  readonly agentsAtHottest: number;
}

/** Sorts the times; the quantiles are those of the sample itself. */
export function waitingTimes(times: readonly number[]): WaitingTimes {
  const sorted = Float64Array.from(times).sort();
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
  return { count: sorted.length, median: at(0.5), p95: at(0.95), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}
