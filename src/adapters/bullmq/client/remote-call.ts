import type { ExecutionContext } from "../../../contract/index.js";
import { tellHost } from "../../calls/host/index.js";
import type { CallAnswer } from "../../calls/wire/index.js";
import type { WireResult, WireTiming, WorkerMessage } from "../wire/index.js";

/** Progress of a call as the host knows it. */
type Stage = "held" | "sent" | "started" | "over";

/** Call in flight to a worker, as its host sees it. */
export class RemoteCall {
  readonly jobId: string;
  readonly result: Promise<WireResult>;
  readonly sentAt = performance.now();
  stage: Stage = "held";
  /** Whether any worker has started it. */
  hasStarted = false;
  /** Lease token of the worker that started it. */
  token: string | undefined;
  timing: WireTiming | undefined;
  outputs: readonly string[] = [];
  /** Time of the last news of the call, or of the last check. */
  lastNewsAt = performance.now();
  /** Whether the host named the job with `callKey`; it may have been sent under that name before. */
  isKeyed = false;
  /** Number of connection losses at the time of sending. */
  lossesAtSending = 0;
  /**
   * Context of the call, dropped at its end: the call may be remembered for longer than the objects that the context refers
   * to.
   */
  #context: ExecutionContext | undefined;
  readonly #answer: (answer: CallAnswer, to: string | undefined) => void;
  /** Sequence number of the last message from each worker that reported on the call. */
  readonly #lastSequences = new Map<string, number>();
  #resolve!: (result: WireResult) => void;

  constructor(
    jobId: string,
    context: ExecutionContext | undefined,
    answer: (answer: CallAnswer, to: string | undefined) => void,
  ) {
    this.jobId = jobId;
    this.#context = context;
    this.#answer = answer;
    this.result = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Token of the worker that reported last. */
  get servedBy(): string | undefined {
    return [...this.#lastSequences.keys()].at(-1);
  }

  /** Applies a message of the worker and returns true; ignores a replayed message and returns false. */
  take(message: WorkerMessage): boolean {
    if (this.stage === "over") return true;
    const { from, seq } = message;
    if (from !== undefined && seq !== undefined) {
      if (seq <= (this.#lastSequences.get(from) ?? 0)) return false;
      this.#lastSequences.delete(from);
      this.#lastSequences.set(from, seq);
    }
    this.lastNewsAt = performance.now();
    this.hasStarted = true;
    if (message.type !== "result") this.stage = "started";
    switch (message.type) {
      case "started":
        this.token = message.token;
        break;
      case "result":
        this.timing = message.timing;
        this.outputs = message.outputs ?? [];
        this.end(message.result);
        break;
      default:
        tellHost(message, this.#context, (answer) => this.#answer(answer, from));
    }
    return true;
  }

  /** Ends the call on the host; only the first end counts. */
  end(result: WireResult): void {
    if (this.stage === "over") return;
    this.stage = "over";
    this.#context = undefined;
    this.#resolve(result);
  }
}
