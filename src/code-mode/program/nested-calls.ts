import {
  type ApprovalAnswer,
  describeThrown,
  type ToolContext,
  type ToolResult,
  type ToolSession,
} from "../../contract/index.js";
import type { ExecuteOptions, ToolRuntime } from "../../runtime/index.js";
import { type CallOutcome, failedOutcome, type ProgramCall } from "./program-log.js";

/** Options of the calls of a program. */
export interface NestedCallsOptions {
  readonly runtime: Pick<ToolRuntime, "stream" | "resume">;
  /** Returns the call that waits for the program at this moment; its calls must not wait for that call. */
  readonly within: () => ToolContext | undefined;
  /** Options of the runs, instead of those of the call that waits. */
  readonly run?: Pick<ExecuteOptions, "agent" | "extra" | "messageId" | "traceContext"> | undefined;
  readonly session: ToolSession;
  readonly signal: AbortSignal;
  /** Start of the ids of the calls; the id of the program's call. */
  readonly callId: string;
  /** Returns the outcome of a call that the program must not make; `undefined` for any other call. */
  readonly refuse: (name: string) => CallOutcome | undefined;
  /** Receives the outcome of each call, once. */
  readonly settle: (n: number, outcome: CallOutcome) => void;
  /** Receives the result of each call that waits for the user. */
  readonly block: (n: number, result: ToolResult) => void;
}

/**
 * The calls of one program, on their way through the pipeline of its runtime.
 *
 * Calls that the program makes together are one run of the runtime, so its scheduler orders them by their conflicts. A
 * later run begins when the calls of the earlier ones hold their position in the scheduler. So the effect is that of the
 * sequential program.
 */
export class NestedCalls {
  readonly #options: NestedCallsOptions;
  /** Resolves when all calls so far hold their position in the scheduler. */
  #admitted: Promise<void> = Promise.resolve();
  readonly #running = new Set<Promise<void>>();

  constructor(options: NestedCallsOptions) {
    this.#options = options;
  }

  /** Starts calls that the program made together. */
  start(calls: readonly ProgramCall[]): void {
    const { refuse, settle } = this.#options;
    const allowed = calls.filter(({ n, name }) => {
      const outcome = refuse(name);
      if (outcome !== undefined) settle(n, outcome);
      return outcome === undefined;
    });
    if (allowed.length === 0) return;
    const before = this.#admitted;
    this.#admitted = new Promise((admitted) => {
      this.#track(before.then(() => this.#run(allowed, admitted)));
    });
  }

  /** Continues calls that waited for the user and have an answer. */
  resume(
    waiting: ReadonlyMap<number, ToolResult>,
    answers: Readonly<Record<string, boolean | ApprovalAnswer>>,
  ): void {
    this.#track(this.#resume(waiting, answers));
  }

  /** Resolves when no call runs any more. */
  async ended(): Promise<void> {
    await Promise.all(this.#running);
  }

  #track(run: Promise<void>): void {
    this.#running.add(run);
    void run.then(() => this.#running.delete(run));
  }

  async #resume(
    waiting: ReadonlyMap<number, ToolResult>,
    answers: Readonly<Record<string, boolean | ApprovalAnswer>>,
  ): Promise<void> {
    const { runtime, settle } = this.#options;
    const numbers = [...waiting.keys()];
    try {
      const results = await runtime.resume([...waiting.values()], answers, this.#execute());
      for (const [index, result] of results.entries()) this.#end(numbers[index] as number, result);
    } catch (thrown) {
      const message = `The call could not be continued: ${describeThrown(thrown)}`;
      for (const n of numbers) settle(n, failedOutcome(message, { code: "approval-failed" }));
    }
  }

  async #run(calls: readonly ProgramCall[], admitted: () => void): Promise<void> {
    const { runtime, callId } = this.#options;
    const numbers = new Map(calls.map(({ n }) => [`${callId}/${n}`, n]));
    const open = new Set(numbers.keys());
    const unadmitted = new Set(open);
    try {
      const wanted = calls.map(({ n, name, input }) => ({ id: `${callId}/${n}`, name, input }));
      for await (const event of runtime.stream(wanted, this.#execute())) {
        if (event.type === "tool-progress" || event.type === "tool-log" || event.type === "file-edited")
          continue;
        if (unadmitted.delete(event.callId) && unadmitted.size === 0) admitted();
        const n = numbers.get(event.callId);
        if (event.type === "tool-result" && n !== undefined && open.delete(event.callId))
          this.#end(n, event.result);
      }
    } catch (thrown) {
      for (const id of open) {
        const message = `The call could not be made: ${describeThrown(thrown)}`;
        this.#options.settle(numbers.get(id) as number, failedOutcome(message, { code: "tool-failed" }));
      }
    } finally {
      admitted();
    }
  }

  #end(n: number, result: ToolResult): void {
    if (result.status === "blocked-on-user") this.#options.block(n, result);
    else this.#options.settle(n, outcomeOf(result));
  }

  #execute(): ExecuteOptions {
    const { within, run, session, signal } = this.#options;
    // The program reads the results, so the limits for the model do not apply.
    return { ...run, within: within(), session, signal, truncation: false };
  }
}

/** Returns the outcome of a call as a program sees it: the value of the tool, or its error. */
function outcomeOf(result: ToolResult): CallOutcome {
  if (result.status === "done") return { ok: true, value: callValue(result) };
  const { message, errorCode } = result.error;
  return failedOutcome(message, { code: errorCode, status: result.status });
}

/**
 * Returns the value of a finished call: the result of the tool, or `{ result, images }` if its content holds images.
 */
function callValue({ result, content }: ToolResult): unknown {
  const images = content.flatMap((part) =>
    part.type === "image" ? [{ data: part.data, mediaType: part.mediaType }] : [],
  );
  const value = result === undefined ? null : result;
  return images.length === 0 ? value : { result: value, images };
}
