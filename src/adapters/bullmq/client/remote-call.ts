import { type ExecutionContext, type JudgedCall, quietly, type ToolResult } from "../../../contract/index.js";
import type { WireResult, WireTiming, WorkerMessage } from "../wire/index.js";

/** How far a call is, as the host knows. */
type Stage = "held" | "sent" | "started" | "over";

/** One call on its way to a worker and back, as its host sees it. */
export class RemoteCall {
  readonly jobId: string;
  readonly result: Promise<WireResult>;
  readonly sentAt = performance.now();
  stage: Stage = "held";
  /** Whether any worker ever started it. */
  hasStarted = false;
  /** The worker that started it, by the token of its lease. */
  token: string | undefined;
  timing: WireTiming | undefined;
  outputs: readonly string[] = [];
  /** When there was the last news of it, or the last look for some. */
  heardAt = performance.now();
  /** Whether its job has a name of the host's, under which it may have been sent before. */
  isKeyed = false;
  /** How often the connection had been lost when it was sent. */
  lossesAtSending = 0;
  /** Until the end of the call: the call may be remembered for longer than what it hangs on. */
  #context: ExecutionContext | undefined;
  readonly #answer: (questionId: string, approved: boolean, to: string | undefined) => void;
  /** The number of the last message of each worker that spoke of the call. */
  readonly #heard = new Map<string, number>();
  #give!: (result: WireResult) => void;

  constructor(
    jobId: string,
    context: ExecutionContext | undefined,
    answer: (questionId: string, approved: boolean, to: string | undefined) => void,
  ) {
    this.jobId = jobId;
    this.#context = context;
    this.#answer = answer;
    this.result = new Promise((resolve) => {
      this.#give = resolve;
    });
  }

  /** The token of the worker that spoke last. */
  get servedBy(): string | undefined {
    return [...this.#heard.keys()].at(-1);
  }

  /** Takes what the worker says; tells whether it did: what was said before is not heard again. */
  take(message: WorkerMessage): boolean {
    if (this.stage === "over") return true;
    const { from, seq } = message;
    if (from !== undefined && seq !== undefined) {
      if (seq <= (this.#heard.get(from) ?? 0)) return false;
      this.#heard.delete(from);
      this.#heard.set(from, seq);
    }
    this.heardAt = performance.now();
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
        // A change that makes no sense is refused by the context; the messages after it still count.
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

  /** Ends the call here; the first end counts. */
  end(result: WireResult): void {
    if (this.stage === "over") return;
    this.stage = "over";
    this.#context = undefined;
    this.#give(result);
  }

  async #ask({ id, question, from }: WorkerMessage & { readonly type: "question" }): Promise<void> {
    let approved = false;
    try {
      approved = (await this.#context?.ask(question)) === true;
    } catch {
      // Nobody could be asked, and that is a no.
    }
    this.#answer(id, approved, from);
  }
}

/** A result of the host's, made from what the worker knows; the runtime adds its own names and times. */
export function hostResult(
  call: JudgedCall,
  wire: WireResult,
  remote: Readonly<Record<string, unknown>>,
): ToolResult {
  const { content, trackFiles, truncation } = wire;
  const message = wire.error?.message ?? "The call was carried out.";
  const base = {
    callId: call.id,
    toolName: call.tool.name,
    requestedName: call.requestedName,
    // The runtime puts its own in their place.
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
