import { type Latency, LatencyWindow } from "../latency-window.js";
import type { WireResult } from "../wire/index.js";
import type { RemoteCall } from "./remote-call.js";

/** Metrics of the calls of one host in one workspace. */
export interface FleetClientMetrics {
  /** Calls in the queue, from all hosts; absent while Redis does not answer. */
  readonly waiting?: number;
  readonly connected: boolean;
  /** Calls of this host that have no result yet. */
  readonly underway: number;
  readonly ended: number;
  /** Of the ended calls, those that ended as `worker-lost`. */
  readonly lost: number;
  /** Messages that were rejected: unsigned although a signature is required, replayed, or malformed. */
  readonly refused: number;
  /** Time from sending to start, as reported by workers. */
  readonly waitedMs: Latency;
  readonly ranMs: Latency;
  /** Round-trip time in addition to waiting and running. */
  readonly overheadMs: Latency;
}

/** Counter of ended calls and their durations. */
export class ClientStatistics {
  readonly #waited = new LatencyWindow();
  readonly #ran = new LatencyWindow();
  readonly #overhead = new LatencyWindow();
  #ended = 0;
  #lost = 0;
  refused = 0;

  add({ timing, sentAt }: RemoteCall, { error }: WireResult): void {
    this.#ended += 1;
    if (error?.errorCode === "worker-lost") this.#lost += 1;
    if (timing === undefined) return;
    const { waitedMs, ranMs } = timing;
    this.#waited.add(waitedMs);
    this.#ran.add(ranMs);
    this.#overhead.add(performance.now() - sentAt - ranMs);
  }

  summary(): Pick<FleetClientMetrics, "ended" | "lost" | "refused" | "waitedMs" | "ranMs" | "overheadMs"> {
    return {
      ended: this.#ended,
      lost: this.#lost,
      refused: this.refused,
      waitedMs: this.#waited.summary(),
      ranMs: this.#ran.summary(),
      overheadMs: this.#overhead.summary(),
    };
  }
}
