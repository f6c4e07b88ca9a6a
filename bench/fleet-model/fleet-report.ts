/** Quantiles of the time that calls waited for their start, in milliseconds. */
export interface WaitingTimes {
  readonly count: number;
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Outcome of a simulated fleet. */
export interface FleetReport {
  /** Calls of all agents. Each has one of the following ends or still runs. */
  readonly made: number;
  readonly done: number;
  /** Calls whose worker died and that may have changed something: reported as `worker-lost`, not repeated. */
  readonly workerLost: number;
  /** Calls reported as not run, because no worker began them in time. */
  readonly notRun: number;
  readonly underway: number;
  /** Number of times that a call was repeated because its worker died. */
  readonly retries: number;
  readonly deaths: number;
  /** Number of times that a workspace got another owner. */
  readonly moves: number;
  readonly callsPerSecond: number;
  /** Share of the slots of living workers that was in use. */
  readonly utilisation: number;
  readonly waiting: WaitingTimes;
  /** Wait in the one percent of workspaces with the most agents. */
  readonly waitingAtHot: WaitingTimes;
  /** Number of agents in the workspace with the most agents. */
  readonly agentsAtHottest: number;
}

/** Computes the quantiles of a sample; sorts the times. */
export function waitingTimes(times: readonly number[]): WaitingTimes {
  const sorted = Float64Array.from(times).sort();
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
  return { count: sorted.length, median: at(0.5), p95: at(0.95), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}
