/** One kind of call: how often it comes, what it touches and how long it takes. */
export interface CallKind {
  readonly name: string;
  /** Its part of all calls. */
  readonly share: number;
  /**
   * `read`, `edit`: one file; `search`: reads all files; `command`: conflicts with everything in its workspace, as a tool does that
   * says nothing about what it touches; `apart`: touches nothing that others touch. Reads and searches change nothing, so they are
   * begun anew when their worker dies.
   */
  readonly access: "read" | "edit" | "search" | "command" | "apart";
  readonly medianMs: number;
  /** Of the logarithm of the time it takes. */
  readonly spread: number;
}

/** A fleet and its load. */
export interface FleetOptions {
  readonly seed: number;
  readonly workspaces: number;
  readonly workers: number;
  /** Workers beside the first that hold a workspace and may own it. */
  readonly standBys: number;
  /** Calls that run at once on one worker. */
  readonly slots: number;
  readonly agents: number;
  /** Exponent of Zipf's law for the agents of the workspaces: 0 for as many in each. */
  readonly skew: number;
  /** Between the results of one batch and the next, on average: the time of the model. */
  readonly thinkMs: number;
  /** Calls of a batch, on average. */
  readonly batchSize: number;
  readonly calls: readonly CallKind[];
  /** Files that the calls of one workspace are about. */
  readonly files: number;
  /** What sending a call and its result takes beside the call. */
  readonly overheadMs: number;
  /** A silent worker has lost its workspaces after that. */
  readonly leaseMs: number;
  /** A workspace without owner gets one within that. */
  readonly claimMs: number;
  /** A call that has not started by then is taken back, and its host is told that it has not run. */
  readonly startTimeoutMs: number;
  /** Between two deaths of one worker, on average; `Infinity` for never. */
  readonly uptimeMs: number;
  /** Until it is back, on average. */
  readonly downtimeMs: number;
  /** Before anything is counted. */
  readonly warmUpMs: number;
  readonly durationMs: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * 1,500 agents on 1,000 workspaces and 100 workers, each of which dies twice an hour.
 *
 * Lease, claim and start time are the defaults of `collet/bullmq`. Times of reads, searches and edits are those that
 * `npm run bench` measures, `overheadMs` is that of a call through Redis; what agents do, how long their commands take and how
 * often machines die are assumptions.
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
