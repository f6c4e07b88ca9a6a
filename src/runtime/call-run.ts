import {
  type SchedulerRun,
  TaskCancelledError,
  type TaskHandle,
  type TimelineEntry,
} from "../batching/index.js";
import type { ContextQuestion, ToolCall, ToolContext, ToolResult } from "../contract/index.js";
import { type Admission, admitCalls } from "./admit-calls.js";
import { approveCall, approvedPathsOf } from "./approve-call.js";
import { CallExecution } from "./call-execution.js";
import { type CallFailure, callFailure, failureFromThrown } from "./call-failure.js";
import { blockedResult, failedResult } from "./call-result.js";
import { composeMiddleware } from "./middleware.js";
import { denialOf, type PreparedCall, prepareCall, type UnpreparedCall } from "./prepare-call.js";
import type { RunScope } from "./run-scope.js";
import type { RuntimeServices } from "./runtime-services.js";
import { createTurnTaker } from "./turn-taker.js";

/** Which task a running call is, so that calls it makes itself can be told from strangers. */
const taskOfContext = new WeakMap<ToolContext, TaskHandle>();

/** Numbers the runs of all runtimes: a run is known by its name in timelines. */
let runCount = 0;

/** The state of one run: its place in the scheduler, and the calls that an abort must reach. */
export class CallRun {
  readonly name = `run ${++runCount}`;
  readonly #scope: RunScope;
  readonly #services: RuntimeServices;
  readonly #schedule: SchedulerRun;
  readonly #underway = new Map<string, CallExecution>();
  readonly #timeline: TimelineEntry[] = [];
  readonly #abort = new AbortController();
  readonly #onAbort = () => {
    this.#abort.abort();
    for (const execution of this.#underway.values()) execution.stop({ type: "cancelled" });
  };

  constructor(scope: RunScope) {
    this.#scope = scope;
    this.#services = scope.services;
    for (const signal of this.#signals()) {
      if (signal.aborted) this.#abort.abort();
      else signal.addEventListener("abort", this.#onAbort);
    }
    const task = scope.within === undefined ? undefined : taskOfContext.get(scope.within);
    this.#schedule = scope.services.scheduler.openRun({
      name: this.name,
      signal: this.#abort.signal,
      onReject: scope.onReject ?? "continue",
      ...(task !== undefined && { within: task }),
    });
    scope.services.runs.set(this.name, this);
  }

  close(): void {
    this.#services.runs.delete(this.name);
    for (const signal of this.#signals()) signal.removeEventListener("abort", this.#onAbort);
    try {
      this.#scope.onTimeline?.(this.#timeline);
    } catch {
      // Watching a run never changes it.
    }
  }

  /** Notes when a task of this run ended. */
  record(entry: TimelineEntry): void {
    if (this.#scope.onTimeline !== undefined) this.#timeline.push(entry);
  }

  /** Cancels one call that waits or runs; tells whether there was one. */
  cancel(callId: string): boolean {
    const execution = this.#underway.get(callId);
    execution?.stop({ type: "cancelled" });
    return execution !== undefined || this.#schedule.cancel(callId);
  }

  #signals(): readonly AbortSignal[] {
    const { signal, within, services } = this.#scope;
    return [signal, within?.signal, services.disposal].filter((each) => each !== undefined);
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
      const deny = () => this.#throughLayers(prepared, async () => fail(denialOf(prepared)));
      return this.#report(await (this.#scope.onReject ? this.#submitDenied(prepared, deny) : deny()));
    } catch (thrown) {
      return this.#report(
        fail(
          thrown instanceof TaskCancelledError || this.#abort.signal.aborted
            ? notStarted(thrown)
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
        prepare: async (task) => {
          const stopped = await this.#ask(prepared, queuedAt);
          if (stopped?.status === "rejected-by-user") task.markRejected(stopped.error.message);
          return stopped && { value: stopped };
        },
      }),
      run: (task) => this.#run(prepared, queuedAt, task),
    });
  }

  /** A denied call touches nothing, but where a rejection matters to others it is rejected in its turn. */
  #submitDenied(prepared: PreparedCall, deny: () => Promise<ToolResult>): Promise<ToolResult> {
    return this.#schedule.submit<ToolResult>({
      id: prepared.call.id,
      name: prepared.tool.name,
      profile: prepared.profile,
      run: (task) => {
        task.markRejected("a rule denies it");
        return deny();
      },
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
      prepare: async (handle) => {
        const ready = new Promise<undefined>((resolve) => {
          layered = this.#throughLayers(prepared, async () => {
            const stopped = prepared.decision.verdict === "ask" && (await this.#ask(prepared, queuedAt));
            if (stopped) {
              if (stopped.status === "rejected-by-user") handle.markRejected(stopped.error.message);
              return stopped;
            }
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
    taskOfContext.set(execution.context, task);
    this.#underway.set(prepared.call.id, execution);
    execution.start();
    const result = await execution.result;
    this.#underway.delete(prepared.call.id);
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

function notStarted(thrown?: unknown): CallFailure {
  const because =
    thrown instanceof TaskCancelledError && "rejectedId" in thrown.cancellation
      ? `, because the call '${thrown.cancellation.rejectedId}' before it was rejected`
      : "";
  return callFailure(
    "cancelled",
    `The call was cancelled before it started${because}; nothing was done.`,
    "cancelled",
  );
}
