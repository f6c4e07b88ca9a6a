import type { ApprovalHandler, ApprovalRequest, ToolEvent, ToolResult } from "../../../contract/index.js";
import type { RuntimeSession, ToolMap, ToolRuntime } from "../../../runtime/index.js";
import { type CallAnswer, type CallNews, type WireCall, wireQuestion } from "../wire/index.js";

/** UTF-16 code units of one progress update; of a longer output the end is kept. */
const MAX_PROGRESS_CHARACTERS = 65_536;

/** Options of a call on its worker. */
export interface WorkerCallOptions {
  /** Unique in the runtime. */
  readonly id: string;
  readonly runtime: ToolRuntime<ToolMap>;
  /** Sends news to the host. */
  readonly tell: (news: CallNews) => void;
  /**
   * Decides about a call that the rules of the runtime ask about before it runs. A question of a running tool goes to the
   * host. Default: the approver of the runtime answers both.
   */
  readonly approve?: ((request: ApprovalRequest) => ReturnType<ApprovalHandler> | "ask-host") | undefined;
}

/** A call of a host that runs in the runtime of its worker. */
export class WorkerCall {
  readonly #options: WorkerCallOptions;
  readonly #questions = new Map<string, (approved: boolean) => void>();
  #questionCount = 0;
  #isRunning = false;
  #isStopped = false;

  constructor(options: WorkerCallOptions) {
    this.#options = options;
  }

  /** Whether its tool has started. */
  get hasStarted(): boolean {
    return this.#isRunning;
  }

  async run(
    { tool, input, confinement, traceContext }: WireCall,
    session: RuntimeSession,
  ): Promise<ToolResult> {
    const { id, runtime, approve } = this.#options;
    const [result] = await runtime.executeBatch([{ id, name: tool, input }], {
      session,
      onApproval: approve && ((request) => this.#approve(request, approve)),
      confinement,
      traceContext,
    });
    if (result === undefined) throw new Error("A batch of one call returned no result.");
    return result;
  }

  /** Cancels the call, and answers its questions with no. */
  stop(): void {
    this.#isStopped = true;
    this.#options.runtime.cancel(this.#options.id);
    for (const answer of this.#questions.values()) answer(false);
  }

  /** Answers a question of the running tool; an unknown id changes nothing. */
  answer({ id, approved }: CallAnswer): void {
    this.#questions.get(id)?.(approved);
  }

  /** Passes an event of the call to the host. */
  onEvent(event: ToolEvent): void {
    const { id, runtime, tell } = this.#options;
    switch (event.type) {
      case "tool-call-start":
        this.#isRunning = true;
        // The call was stopped while it was judged, before the runtime knew it.
        if (this.#isStopped) runtime.cancel(id);
        return;
      case "tool-progress": {
        const { output } = event.update;
        const isShort = output === undefined || output.length <= MAX_PROGRESS_CHARACTERS;
        const update = isShort
          ? event.update
          : { ...event.update, output: output.slice(-MAX_PROGRESS_CHARACTERS) };
        tell({ type: "progress", update });
        return;
      }
      case "tool-log":
        tell({ type: "log", text: event.message.slice(0, MAX_PROGRESS_CHARACTERS) });
        return;
      case "file-edited":
        tell({ type: "change", change: event.change });
        return;
      default:
    }
  }

  #approve(
    request: ApprovalRequest,
    approve: NonNullable<WorkerCallOptions["approve"]>,
  ): ReturnType<ApprovalHandler> {
    if (this.#isRunning) return this.#askHost(request);
    const decided = approve(request);
    return decided === "ask-host" ? this.#askHost(request) : decided;
  }

  #askHost(request: ApprovalRequest): Promise<boolean> {
    this.#questionCount += 1;
    const id = `${this.#questionCount}`;
    return new Promise((resolve) => {
      this.#questions.set(id, (approved) => {
        this.#questions.delete(id);
        resolve(approved);
      });
      this.#options.tell({ type: "question", id, question: wireQuestion(request) });
    });
  }
}
