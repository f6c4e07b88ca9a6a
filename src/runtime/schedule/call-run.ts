import type { SchedulerRun, TaskHandle, TaskSubmission, TimelineEntry } from "../../batching/index.js";
import {
  type ContextQuestion,
  createQuietController,
  type KeptAnswer,
  quietly,
  type ToolCall,
  type ToolResult,
} from "../../contract/index.js";
import { createYield } from "../../values/index.js";
import { type AskedCall, askForCall, askWithinCall, waitsForAnswer } from "../approve/index.js";
import { tellHooks } from "../hooks/index.js";
import { pastCallsOf, rememberCall } from "../judge/index.js";
import {
  type Admission,
  type AdmittedCalls,
  type AdmittedEntry,
  admitCalls,
  denialOf,
  includesCall,
  type PreparedCall,
  type UnpreparedCall,
  wrappedCallId,
} from "../prepare/index.js";
import { CallExecution, type CallScope, RunningCall, RunStop, unrunBase, WatchedRun } from "../run/index.js";
import { type RunHandle, type RunScope, type RuntimeServices, stopSignals } from "../services/index.js";
import {
  failedResult,
  failureFromThrown,
  type InFlightIndex,
  isPaused,
  type PausedResult,
  pauseText,
} from "../values/index.js";
import { withDiagnostics } from "./diagnose-changes.js";
import { LayeredCalls } from "./layered-calls.js";
import { layeredTask, PendingSlot } from "./layered-task.js";
import { OrderedPreparation } from "./ordered-preparation.js";
import { prepareAdmitted } from "./prepare-admitted.js";
import { RejudgedCalls } from "./rejudged-calls.js";
import { inputTold, reportResult } from "./report-result.js";
import { resultsByEntry } from "./results-by-entry.js";
import { isCancellation, notStarted } from "./unstarted-call.js";

/** Numbers the runs of all runtimes; timelines name a run by its number. */
let runCount = 0;

/** The state of one run: its position in the scheduler, and the calls that an abort must reach. */
export class CallRun implements RunHandle {
  readonly name = `run ${++runCount}`;
  readonly #scope: RunScope;
  readonly #services: RuntimeServices;
  readonly #schedule: SchedulerRun;
  readonly #underway = new Map<string, CallExecution>();
  readonly #timeline: TimelineEntry[] = [];
  readonly #depth: number;
  readonly #index: InFlightIndex;
  readonly #order: OrderedPreparation;
  readonly #layered = new LayeredCalls();
  readonly #rejudged = new RejudgedCalls();
  readonly #stop = new RunStop();
  #entries: readonly AdmittedEntry[] = [];
  /** The calls until they are admitted. */
  #given: readonly ToolCall[] = [];
  /** The ids of calls that were cancelled before they were admitted. */
  readonly #cancelledEarly = new Set<string>();
  #watched = WatchedRun.none;
  readonly #onAbort = () => this.stop();

  constructor(scope: RunScope) {
    this.#scope = scope;
    this.#services = scope.services;
    this.#depth = scope.within === undefined ? 0 : RunningCall.depthWithin(scope.within);
    if (scope.services.disposal.aborted) this.#stop.stop();
    for (const signal of stopSignals(scope)) {
      if (signal.aborted) this.#stop.stop();
      else this.#services.aborts.add(signal, this.#onAbort);
    }
    // The scheduler must know that these calls belong to a running call.
    const task = scope.within === undefined ? undefined : RunningCall.taskOf(scope.within);
    this.#schedule = scope.services.scheduler.openRun({
      name: this.name,
      onReject: scope.onReject ?? "continue",
      within: task,
      onTaskEnd: scope.onTimeline && ((entry) => this.#timeline.push(entry)),
    });
    if (this.#stop.stopped) this.#schedule.stop();
    const { session, services } = scope;
    const past = pastCallsOf(session);
    const preparation = { session, services, depth: this.#depth, stop: this.#stop, past };
    const prepare = (admission: Admission) => prepareAdmitted(admission, preparation);
    this.#order = new OrderedPreparation(prepare, services.clock);
    this.#index = scope.services.runs.add(this);
  }

  close(): void {
    this.#services.runs.remove(this.#index);
    this.#watched.end();
    for (const signal of stopSignals(this.#scope)) this.#services.aborts.delete(signal, this.#onAbort);
    quietly(() => this.#scope.onTimeline?.(this.#timeline));
  }

  /** Cancels all calls that wait or run. */
  stop(): void {
    this.#stop.stop();
    this.#schedule.stop();
    for (const execution of this.#underway.values()) execution.stop({ type: "cancelled" });
    this.#rejudged.cancelAll();
    this.#layered.cancelAll();
  }

  /** Cancels one call that waits or runs; returns whether there was one. */
  cancel(callId: string): boolean {
    if (includesCall(this.#given, callId)) {
      this.#cancelledEarly.add(callId);
      return true;
    }
    const wrapper = this.#entries.find(({ call, wrapped }) => wrapped !== undefined && call.id === callId);
    if (wrapper === undefined) return this.#cancelOne(callId);
    const inner = Array.from({ length: wrapper.wrapped ?? 0 }, (_, index) => wrappedCallId(callId, index));
    return inner.map((id) => this.#cancelOne(id)).includes(true);
  }

  #cancelOne(callId: string): boolean {
    const execution = this.#underway.get(callId);
    execution?.stop({ type: "cancelled" });
    const isFound = this.#rejudged.cancel(callId) || execution !== undefined;
    if (!isFound && this.#schedule.cancel(callId)) return true;
    return this.#layered.cancel(callId) || isFound || this.#order.cancel(callId);
  }

  /** Runs the calls. Their admission is passed if they were read before the run could start. */
  async execute(calls: readonly ToolCall[], admitted?: Promise<AdmittedCalls>): Promise<ToolResult[]> {
    const { services, session, within, traceContext } = this.#scope;
    this.#given = calls;
    const { admissions, entries } = await (admitted ?? admitCalls(calls, services));
    this.#given = [];
    this.#entries = entries;
    this.#order.open(admissions);
    for (const callId of this.#cancelledEarly) this.cancel(callId);
    this.#watched = WatchedRun.open(services.observers, () => ({
      name: this.name,
      session,
      callCount: admissions.length,
      within: within && RunningCall.observedAs(within),
      traceContext,
    }));
    const pause = createYield();
    const results: Promise<ToolResult>[] = [];
    for await (const { admission, prepared, keptSince } of this.#order.inOrder()) {
      const repeated = admission.type === "repeat" ? results[admission.firstIndex] : undefined;
      const result = repeated ?? this.#processCall(prepared, keptSince);
      results.push(result);
      this.#order.begun(prepared, result);
      await pause();
    }
    return Promise.all(resultsByEntry(entries, results, this.#scope));
  }

  async #processCall(prepared: PreparedCall | UnpreparedCall, keptSince?: number): Promise<ToolResult> {
    const scope: CallScope = {
      queuedAt: keptSince ?? this.#services.clock.now(),
      services: this.#services,
      run: this.#scope,
      runName: this.name,
      depth: this.#depth,
      stop: this.#stop,
      watched: this.#watched.call(prepared),
    };
    if (prepared.status === "failed") {
      return reportResult(failedResult(unrunBase(prepared, scope), prepared.failure), scope);
    }
    try {
      const isDenied = prepared.decision.verdict === "deny";
      const result = await (isDenied ? this.#deny(prepared, scope) : this.#submit(prepared, scope));
      return reportResult(await withDiagnostics(result, prepared, scope), scope);
    } catch (thrown) {
      const failure = isCancellation(thrown)
        ? notStarted(thrown)
        : failureFromThrown(thrown, `The call to '${prepared.tool.name}'`);
      return reportResult(failedResult(unrunBase(prepared, scope), failure), scope);
    }
  }

  #deny(prepared: PreparedCall, scope: CallScope): Promise<ToolResult> {
    const denied = async () => failedResult(unrunBase(prepared, scope), denialOf(prepared));
    const deny = () => this.#layered.through(prepared, scope, { core: denied });
    return this.#scope.onReject ? this.#submitDenied(prepared, deny) : deny();
  }

  /**
   * Submits a call to the scheduler. Its approval is requested when the scheduler reaches it but before it takes a
   * slot, so a pending question delays only the calls that conflict with it.
   */
  #submit(prepared: PreparedCall, scope: CallScope): Promise<ToolResult> {
    const { call, profile } = prepared;
    if (this.#services.middleware.length > 0) return this.#submitLayered(prepared, scope);
    let approved = prepared;
    const task: TaskSubmission<ToolResult> = {
      id: call.id,
      name: prepared.tool.name,
      profile,
      ...(waitsForAnswer(prepared, scope) && {
        prepare: async (task) => {
          const asked = await this.#ask(prepared, scope, task);
          if ("stopped" in asked) return { value: asked.stopped };
          approved = asked.prepared;
          return undefined;
        },
      }),
      run: (task) => this.#run(approved, scope, task),
    };
    return scope.watched.submit(this.#schedule, task);
  }

  /**
   * Submits a denied call. It touches nothing, but if its rejection affects other calls it is rejected in call order.
   */
  #submitDenied(prepared: PreparedCall, deny: () => Promise<ToolResult>): Promise<ToolResult> {
    return this.#schedule.submit<ToolResult>({
      ...{ id: prepared.call.id, name: prepared.tool.name, profile: prepared.profile },
      run: (task) => {
        task.markRejected("a rule denies it");
        return deny();
      },
    });
  }

  /**
   * Submits a call with middleware: the middleware starts when the scheduler reaches the call, and its core waits for
   * the slot.
   */
  #submitLayered(prepared: PreparedCall, scope: CallScope): Promise<ToolResult> {
    const slot = new PendingSlot();
    let { decision } = prepared;
    const asking = createQuietController();
    const { id } = prepared.call;
    const stopCore = () => {
      asking.abort();
      slot.giveUp();
      this.#rejudged.cancel(id);
      this.#underway.get(id)?.stop({ type: "cancelled" });
    };
    const task: TaskSubmission<ToolResult> = {
      ...{ id, name: prepared.tool.name, profile: prepared.profile },
      ...layeredTask(slot, {
        through: (core) =>
          this.#layered.through(prepared, scope, { core, stopCore, decision: () => decision }),
        ask: async (task) => {
          if (!waitsForAnswer(prepared, scope)) return { prepared };
          const asked = await this.#ask(prepared, scope, task, asking.signal);
          decision = ("stopped" in asked ? asked.stopped : asked.prepared).decision ?? decision;
          return asked;
        },
        run: (approved, task) => this.#run(approved, scope, task),
        cancelled: () => failedResult(unrunBase(prepared, scope), notStarted()),
      }),
    };
    const result = scope.watched.submit(this.#schedule, task);
    // The middleware of a call that was cancelled before it had its slot is abandoned.
    const close = () => this.#layered.close(id);
    result.then(close, close);
    return result;
  }

  /** Asks for the approval of a call; returns the result that ends it, or the call that may run instead. */
  #ask(prepared: PreparedCall, scope: CallScope, task: TaskHandle, signal?: AbortSignal): Promise<AskedCall> {
    const run = (approved: PreparedCall, own: TaskHandle) => this.#run(approved, scope, own);
    return scope.watched.around(() => askForCall(prepared, scope, { task, run, signal }));
  }

  /** Seals a paused call, so that only its unaltered result can be resumed, and only once. */
  async #sealed(result: PausedResult): Promise<ToolResult> {
    const digest = await this.#services.seals.seal(await pauseText(result));
    return { ...result, paused: { ...result.paused, digest } };
  }

  async #run(prepared: PreparedCall, scope: CallScope, task: TaskHandle): Promise<ToolResult> {
    if (this.#stop.stopped) return failedResult(unrunBase(prepared, scope), notStarted());
    scope.watched.start(task.timing, prepared.input);
    const ask = (question: ContextQuestion, kept?: KeptAnswer) =>
      askWithinCall(prepared, question, scope, kept);
    const execution = new CallExecution(prepared, { scope, task, ask });
    this.#underway.set(prepared.call.id, execution);
    execution.start({ isAgain: this.#rejudged.has(prepared.call.id) });
    const result = await execution.result;
    this.#underway.delete(prepared.call.id);
    if (execution.abandoned) task.holdUntil(execution.released());
    if (execution.mustJudgeAgain) {
      return this.#rejudged.run(prepared, scope, {
        run: (judged) => this.#run(judged, scope, task),
        ask: (judged, signal) => this.#ask(judged, scope, task, signal),
      });
    }
    if (this.#services.repeatedCalls === "ask") rememberCall(prepared, result);
    if (isPaused(result)) return this.#sealed(result);
    const told = inputTold(result, prepared);
    return this.#services.hooks.length === 0 ? told : tellHooks(told, prepared, scope, ask);
  }
}
