import { type SchedulerRun, TaskCancelledError, type TaskHandle } from "../batching/index.js";
import type {
  ApprovalAnswer,
  ContextQuestion,
  ToolCall,
  ToolResult,
  ToolSession,
} from "../contract/index.js";
import { type Admission, admitCalls } from "./admit-calls.js";
import { approveCall, approvedPathsOf } from "./approve-call.js";
import { CallExecution } from "./call-execution.js";
import { type CallFailure, callFailure, failureFromThrown } from "./call-failure.js";
import { blockedResult, failedResult } from "./call-result.js";
import { composeMiddleware } from "./middleware.js";
import { denialOf, type PreparedCall, prepareCall, type UnpreparedCall } from "./prepare-call.js";
import type { RuntimeServices } from "./runtime-services.js";
import { createTurnTaker } from "./turn-taker.js";

/** One run of calls and what holds for all of them. */
export interface RunScope {
  readonly services: RuntimeServices;
  readonly session: ToolSession;
  readonly signal: AbortSignal | undefined;
  /** Answers brought along for blocked calls, by call id. */
  readonly answers?: ReadonlyMap<string, BroughtAnswer>;
}

/** An answer to a question that another run asked, and what that question was about. */
export interface BroughtAnswer {
  readonly digest: string;
  readonly value: boolean | ApprovalAnswer;
}

/**
 * Takes calls through the whole pipeline: exactly one result per call, in call order, whatever happens.
 *
 * Calls are prepared together, then handed to the scheduler in call order: that order is what makes any run equal to the
 * sequential one.
 */
export async function executeCalls(
  calls: readonly ToolCall[],
  scope: RunScope,
): Promise<readonly ToolResult[]> {
  const run = new CallRun(scope);
  try {
    return await run.execute(calls);
  } finally {
    run.close();
  }
}

/** The state of one run: its place in the scheduler, and the calls that an abort must reach. */
class CallRun {
  readonly #scope: RunScope;
  readonly #services: RuntimeServices;
  readonly #schedule: SchedulerRun;
  readonly #underway = new Set<CallExecution>();
  readonly #abort = new AbortController();
  readonly #onAbort = () => {
    this.#abort.abort();
    for (const execution of this.#underway) execution.stop({ type: "cancelled" });
  };

  constructor(scope: RunScope) {
    this.#scope = scope;
    this.#services = scope.services;
    for (const signal of [scope.signal, scope.services.disposal]) {
      if (signal?.aborted) this.#abort.abort();
      else signal?.addEventListener("abort", this.#onAbort);
    }
    this.#schedule = scope.services.scheduler.openRun({ signal: this.#abort.signal });
  }

  close(): void {
    for (const signal of [this.#scope.signal, this.#services.disposal]) {
      signal?.removeEventListener("abort", this.#onAbort);
    }
  }

  async execute(calls: readonly ToolCall[]): Promise<readonly ToolResult[]> {
    const admissions = admitCalls(calls);
    const takeTurn = createTurnTaker();
    const preparing: Promise<PreparedCall | UnpreparedCall>[] = [];
    for (const admission of admissions) {
      preparing.push(this.#prepare(admission));
      await takeTurn();
    }
    const prepared = await Promise.all(preparing);

    const results: Promise<ToolResult>[] = [];
    for (const [index, admission] of admissions.entries()) {
      const repeated = admission.type === "repeat" ? results[admission.firstIndex] : undefined;
      results.push(repeated ?? this.#carryThrough(prepared[index] as PreparedCall | UnpreparedCall));
      await takeTurn();
    }
    return Promise.all(results);
  }

  async #prepare(admission: Admission): Promise<PreparedCall | UnpreparedCall> {
    const { call } = admission;
    if (admission.type === "refuse") return { status: "failed", call, failure: admission.failure };
    if (this.#abort.signal.aborted) return { status: "failed", call, failure: notStarted() };
    return prepareCall(call, this.#scope.session, this.#services);
  }

  async #carryThrough(prepared: PreparedCall | UnpreparedCall): Promise<ToolResult> {
    const queuedAt = this.#services.clock.now();
    if (prepared.status === "failed") {
      return this.#report(failedResult(this.#base(prepared, queuedAt), prepared.failure));
    }
    const fail = (failure: CallFailure) => failedResult(this.#base(prepared, queuedAt), failure);
    try {
      if (prepared.decision.verdict !== "deny") return this.#report(await this.#submit(prepared, queuedAt));
      const denied = await this.#throughLayers(prepared, async () => fail(denialOf(prepared)));
      return this.#report(denied);
    } catch (thrown) {
      return this.#report(
        fail(
          thrown instanceof TaskCancelledError || this.#abort.signal.aborted
            ? notStarted()
            : failureFromThrown(thrown, `The call to '${prepared.tool.name}'`),
        ),
      );
    }
  }

  /**
   * Hands a call to the scheduler. Its approval comes when its turn has come but before it takes a slot, so a person who
   * thinks about one call keeps nobody waiting but the calls that conflict with it.
   */
  #submit(prepared: PreparedCall, queuedAt: number): Promise<ToolResult> {
    const { call, profile, decision } = prepared;
    const name = prepared.tool.name;
    if (this.#services.middleware.length > 0) return this.#submitLayered(prepared, queuedAt);
    return this.#schedule.submit<ToolResult>({
      id: call.id,
      name,
      profile,
      ...(decision.verdict === "ask" && {
        prepare: async () => {
          const stopped = await this.#ask(prepared, queuedAt);
          return stopped && { value: stopped };
        },
      }),
      run: (task) => this.#run(prepared, queuedAt, task),
    });
  }

  /** With middleware, the layers open when the call's turn comes, and their innermost part waits for its slot. */
  #submitLayered(prepared: PreparedCall, queuedAt: number): Promise<ToolResult> {
    let layered: Promise<ToolResult> | undefined;
    let enterSlot: ((task: TaskHandle | undefined) => void) | undefined;
    const slot = new Promise<TaskHandle | undefined>((resolve) => {
      enterSlot = resolve;
    });
    // A cancelled call never gets its slot; its layers still have to come to an end.
    this.#abort.signal.addEventListener("abort", () => enterSlot?.(undefined), { once: true });
    return this.#schedule.submit<ToolResult>({
      id: prepared.call.id,
      name: prepared.tool.name,
      profile: prepared.profile,
      prepare: async () => {
        const ready = new Promise<undefined>((resolve) => {
          layered = this.#throughLayers(prepared, async () => {
            const stopped = prepared.decision.verdict === "ask" && (await this.#ask(prepared, queuedAt));
            if (stopped) return stopped;
            resolve(undefined);
            const task = await slot;
            return task === undefined
              ? failedResult(this.#base(prepared, queuedAt), notStarted())
              : this.#run(prepared, queuedAt, task);
          });
        });
        // A layer may answer by itself; then no slot is needed.
        return Promise.race([
          ready,
          (layered as Promise<ToolResult> | undefined)?.then((value) => ({ value })),
        ]);
      },
      run: (task) => {
        enterSlot?.(task);
        return layered as Promise<ToolResult>;
      },
    });
  }

  #throughLayers(prepared: PreparedCall, core: () => Promise<ToolResult>): Promise<ToolResult> {
    const { middleware } = this.#services;
    if (middleware.length === 0) return core();
    const { call, tool, input, decision, session } = prepared;
    return composeMiddleware(
      middleware,
      { id: call.id, tool, requestedName: call.name, input, decision, session },
      core,
    );
  }

  /** Asks for the approval of a call; gives the result that ends it, or nothing when it may run. */
  async #ask(prepared: PreparedCall, queuedAt: number): Promise<ToolResult | undefined> {
    const answer = this.#scope.answers?.get(prepared.call.id);
    const outcome = await approveCall(prepared, {
      services: this.#services,
      signal: this.#abort.signal,
      ...(answer !== undefined && { answer }),
    });
    if (outcome.type === "approved") return undefined;
    const base = this.#base(prepared, queuedAt);
    return outcome.type === "blocked"
      ? blockedResult(base, outcome.request)
      : failedResult(base, outcome.failure);
  }

  async #run(prepared: PreparedCall, queuedAt: number, task: TaskHandle): Promise<ToolResult> {
    if (this.#abort.signal.aborted) return failedResult(this.#base(prepared, queuedAt), notStarted());
    const execution = new CallExecution(prepared, {
      services: this.#services,
      queuedAt,
      approvedPaths: approvedPathsOf(prepared, this.#services),
      ask: (question) => this.#askWithin(prepared, question),
    });
    this.#underway.add(execution);
    const result = await execution.result;
    this.#underway.delete(execution);
    if (execution.abandoned) task.holdUntil(execution.released());
    return result;
  }

  /** A question that a tool asks while it runs goes the way of every approval; nobody there means no. */
  async #askWithin(prepared: PreparedCall, { reason }: ContextQuestion): Promise<boolean> {
    const outcome = await approveCall(
      { ...prepared, decision: { verdict: "ask", source: "tool", reason } },
      { services: this.#services, signal: this.#abort.signal },
    );
    return outcome.type === "approved";
  }

  #base(prepared: PreparedCall | UnpreparedCall, queuedAt: number) {
    const { call, tool } = prepared;
    return {
      call,
      toolName: tool?.name ?? call.name,
      timing: { queuedAt, endedAt: this.#services.clock.now(), durationMs: 0 },
      ...(prepared.status === "prepared" && {
        decision: prepared.decision,
        ...(prepared.repairs.length > 0 && { metadata: { repairs: prepared.repairs } }),
      }),
    };
  }

  #report(result: ToolResult): ToolResult {
    const { events, clock } = this.#services;
    if (events.active) {
      const { callId, toolName } = result;
      events.emit({
        type: "tool-result",
        callId,
        toolName,
        sessionId: this.#scope.session.id,
        at: clock.now(),
        result,
      });
    }
    return result;
  }
}

function notStarted(): CallFailure {
  return callFailure("cancelled", "The call was cancelled before it started; nothing was done.", "cancelled");
}
