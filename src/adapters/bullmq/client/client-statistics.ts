import { type Latency, LatencyWindow } from "../latency-window.js";
import type { WireResult } from "../wire/index.js";
import type { RemoteCall } from "./remote-call.js";

/** How the calls of one host fare in one workspace. */
export interface FleetClientMetrics {
  /** Calls in the queue, of all hosts; absent while Redis does not answer. */
  readonly waiting?: number;
  readonly connected: boolean;
  /** Calls of this host that have no result yet. */
  readonly underway: number;
  readonly ended: number;
  /** Of those, calls that ended as `worker-lost`. */
  readonly lost: number;
  /** Messages that were not believed: not signed although they had to be, said before, or no messages at all. */
  readonly refused: number;
  /** From sending to start, as workers tell it. */
  readonly waitedMs: Latency;
  readonly ranMs: Latency;
  /** What the way there and back takes beside waiting and running. */
  readonly overheadMs: Latency;
}

/** Counts the ends of calls, and remembers how long they took. */
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
