/** One kind of call: its frequency, its conflicts and its duration. */
export interface CallKind {
  readonly name: string;
  /** Share of all calls. */
  readonly share: number;
  /**
   * `read` and `edit` use one file, `search` reads all files. `command` conflicts with every call of its workspace, as a tool
   * without an execution profile does. `apart` conflicts with no call. Reads and searches are repeated when their worker dies,
   * because they change nothing.
   */
  readonly access: "read" | "edit" | "search" | "command" | "apart";
  readonly medianMs: number;
  /** Standard deviation of the logarithm of the duration. */
  readonly spread: number;
}

/** A fleet and its load. */
export interface FleetOptions {
  readonly seed: number;
  readonly workspaces: number;
  readonly workers: number;
  /** Workers in addition to the first that hold a workspace and may own it. */
  readonly standBys: number;
  /** Calls that run in parallel on one worker. */
  readonly slots: number;
  readonly agents: number;
  /** Exponent of Zipf's law for the number of agents in each workspace; 0 for equal numbers. */
  readonly skew: number;
  /** Mean time of the model between the results of one batch and the next. */
  readonly thinkMs: number;
  /** Mean number of calls in a batch. */
  readonly batchSize: number;
  readonly calls: readonly CallKind[];
  /** Number of files that the calls of one workspace use. */
  readonly files: number;
  /** Time of sending a call and its result. */
  readonly overheadMs: number;
  /** Time after which a silent worker has lost its workspaces. */
  readonly leaseMs: number;
  /** Time within which a workspace without an owner gets one. */
  readonly claimMs: number;
  /** Time after which a call that has not started is taken back. Its host learns that it has not run. */
  readonly startTimeoutMs: number;
  /** Mean time between two deaths of one worker; `Infinity` for none. */
  readonly uptimeMs: number;
  /** Mean time until a dead worker restarts. */
  readonly downtimeMs: number;
  /** Time before the measurement begins. */
  readonly warmUpMs: number;
  readonly durationMs: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * 1,500 agents on 1,000 workspaces and 100 workers, each of which dies twice an hour.
 *
 * Lease, claim and start time are the defaults of `collet/bullmq`. Times of reads, searches and edits are those that
 * `npm run bench` measures, and `overheadMs` is that of a call through Redis. The behaviour of agents, the duration of their
 * commands and the deaths of machines are assumptions.
 */
export const DEFAULT_FLEET: FleetOptions = {
  seed: 1,
  workspaces: 1_000,
  workers: 100,
  standBys: 2,
  slots: 4,
  agents: 1_500,
  skew: 0.5,
  thinkMs: 8 * SECOND,
  batchSize: 2,
  calls: [
    { name: "read", share: 0.45, access: "read", medianMs: 1, spread: 0.5 },
    { name: "search", share: 0.15, access: "search", medianMs: 15, spread: 1 },
    { name: "edit", share: 0.2, access: "edit", medianMs: 2, spread: 0.5 },
    { name: "command", share: 0.2, access: "command", medianMs: 400, spread: 1.6 },
  ],
  files: 50,
  overheadMs: 4,
  leaseMs: 10 * SECOND,
  claimMs: 250,
  startTimeoutMs: 30 * SECOND,
  uptimeMs: 30 * MINUTE,
  downtimeMs: 2 * MINUTE,
  warmUpMs: MINUTE,
  durationMs: 5 * MINUTE,
};
