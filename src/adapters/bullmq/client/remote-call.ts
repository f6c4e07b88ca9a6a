import { type ExecutionContext, type JudgedCall, quietly, type ToolResult } from "../../../contract/index.js";
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
  readonly #answer: (questionId: string, approved: boolean, to: string | undefined) => void;
  /** Sequence number of the last message from each worker that reported on the call. */
  readonly #lastSequences = new Map<string, number>();
  #resolve!: (result: WireResult) => void;

  constructor(
    jobId: string,
    context: ExecutionContext | undefined,
    answer: (questionId: string, approved: boolean, to: string | undefined) => void,
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
      case "progress":
        quietly(() => this.#context?.progress(message.update));
        break;
      case "log":
        quietly(() => this.#context?.log(message.text));
        break;
      case "change":
        // The context refuses a malformed change; later messages still count.
        quietly(() => this.#context?.changed(message.change));
        break;
      case "question":
        void this.#ask(message);
        break;
      case "result":
        this.timing = message.timing;
        this.outputs = message.outputs ?? [];
        this.end(message.result);
        break;
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

  async #ask({ id, question, from }: WorkerMessage & { readonly type: "question" }): Promise<void> {
    let approved = false;
    try {
      approved = (await this.#context?.ask(question)) === true;
    } catch {
      // No approver was available, so the answer is no.
    }
    this.#answer(id, approved, from);
  }
}

/** Creates the host's result from the worker's part; the runtime adds its own names and times. */
export function hostResult(
  call: JudgedCall,
  wire: WireResult,
  remote: Readonly<Record<string, unknown>>,
): ToolResult {
  const { content, trackFiles, truncation } = wire;
  const message = wire.error?.message ?? "The call ran.";
  const base = {
    callId: call.id,
    toolName: call.tool.name,
    requestedName: call.requestedName,
    // The runtime replaces these with its own values.
    timing: { queuedAt: 0, endedAt: 0, durationMs: 0 },
    content: content.length > 0 ? content : [{ type: "text" as const, text: message }],
    metadata: { ...wire.metadata, remote },
    ...(trackFiles !== undefined && { trackFiles }),
    ...(truncation !== undefined && { truncation }),
  };
  if (wire.status === "done") return { status: "done", result: wire.result, ...base };
  return {
    status: wire.status,
    error: wire.error ?? { message, errorCode: "tool-failed" },
    ...(wire.result !== undefined && { result: wire.result }),
    ...base,
  };
}
