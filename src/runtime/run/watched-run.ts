import {
  createWaitNamer,
  type SchedulerRun,
  type TaskSubmission,
  type TaskTiming,
  type WaitNamer,
} from "../../batching/index.js";
import {
  ignoreRejection,
  isThenable,
  quietly,
  type ToolResult,
  type TraceContext,
} from "../../contract/index.js";
import type { PreparedCall, UnpreparedCall } from "../prepare/index.js";
import type { CallWatcher, ObservedCall, ObservedRun, RunObserver, RunWatcher } from "../services/index.js";

/** The watchers of a run. Without watchers every function is a no-op. */
export class WatchedRun {
  static readonly none = new WatchedRun([]);
  readonly #watchers: readonly RunWatcher[];
  readonly #namer: WaitNamer<ObservedCall> = createWaitNamer();

  private constructor(watchers: readonly RunWatcher[]) {
    this.#watchers = watchers;
  }

  static open(observers: readonly RunObserver[], run: () => ObservedRun): WatchedRun {
    if (observers.length === 0) return WatchedRun.none;
    const observed = run();
    const watchers = present(observers, (observer) => observer.onRun(observed));
    return watchers.length === 0 ? WatchedRun.none : new WatchedRun(watchers);
  }

  /** Registers the next call of the run, in call order. */
  call(prepared: PreparedCall | UnpreparedCall): WatchedCall {
    if (this.#watchers.length === 0) return WatchedCall.none;
    const observed = this.#observed(prepared);
    return new WatchedCall(
      observed,
      present(this.#watchers, (watcher) => watcher.onCall?.(observed)),
    );
  }

  end(): void {
    for (const watcher of this.#watchers) quietly(() => watcher.onEnd?.());
  }

  #observed(prepared: PreparedCall | UnpreparedCall): ObservedCall {
    const { call, tool } = prepared;
    const observed = { id: call.id, requestedName: call.name, tool };
    if (prepared.status === "failed") {
      return { input: call.input, decision: undefined, repairCount: 0, waitsFor: [], ...observed };
    }
    const { input, decision, repairs, profile } = prepared;
    const waitsFor: ObservedCall[] = [];
    const judged: ObservedCall = { input, decision, repairCount: repairs.length, waitsFor, ...observed };
    // A denied call touches nothing and has no position in the order, as in a plan.
    if (decision.verdict !== "deny") waitsFor.push(...this.#namer.next(judged, profile).named);
    return judged;
  }
}

/** The watched call of each submission, for the calls that have to wait for it. */
const watchedTasks = new WeakMap<object, WatchedCall>();

/** The watchers of a call. Without watchers every function is a no-op. */
export class WatchedCall {
  static readonly none = new WatchedCall(undefined, []);
  /** The call as its observers see it; absent in a run without observers. */
  readonly observed: ObservedCall | undefined;
  readonly #watchers: readonly CallWatcher[];

  constructor(observed: ObservedCall | undefined, watchers: readonly CallWatcher[]) {
    this.observed = observed;
    this.#watchers = watchers;
  }

  get traceContext(): TraceContext | undefined {
    for (const watcher of this.#watchers) {
      const context = traceContextOf(watcher);
      if (context !== undefined) return context;
    }
    return undefined;
  }

  /** Submits the task of the call to the scheduler; the watchers learn which calls it waits for. */
  submit(schedule: SchedulerRun, submission: TaskSubmission<ToolResult>): Promise<ToolResult> {
    if (this.observed === undefined) return schedule.submit(submission);
    const task: TaskSubmission<ToolResult> = {
      onWait: (tasks) => {
        const earlier = tasks.flatMap((each) => watchedTasks.get(each)?.observed ?? []);
        for (const watcher of this.#watchers) quietly(() => watcher.onWait?.(earlier));
      },
      ...submission,
    };
    watchedTasks.set(task, this);
    return schedule.submit(task);
  }

  question(): void {
    for (const watcher of this.#watchers) quietly(() => watcher.onQuestion?.());
  }

  answer(approved: boolean): void {
    for (const watcher of this.#watchers) quietly(() => watcher.onAnswer?.(approved));
  }

  start(timing: TaskTiming, input: unknown): void {
    for (const watcher of this.#watchers) quietly(() => watcher.onStart?.({ timing, input }));
  }

  end(result: ToolResult): void {
    for (const watcher of this.#watchers) quietly(() => watcher.onEnd?.(result));
  }

  /** Runs work of the call inside the wrappers of its watchers; exactly once, whatever they do. */
  around<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#watchers.length === 0) return work();
    return this.#watchers.reduceRight<() => Promise<Value>>(
      (inner, watcher) => () => enclose(watcher, inner),
      work,
    )();
  }
}

function enclose<Value>(watcher: CallWatcher, work: () => Promise<Value>): Promise<Value> {
  let begun: Promise<Value> | undefined;
  const once = () => {
    // Work that throws synchronously must not throw into the watcher.
    begun ??= (async () => work())();
  };
  quietly(() => watcher.around?.(once));
  once();
  return begun as unknown as Promise<Value>;
}

/** Returns the trace context of a watcher if it is valid: it is sent to other processes. */
function traceContextOf(watcher: CallWatcher): TraceContext | undefined {
  try {
    const { traceparent, tracestate } = watcher.traceContext ?? {};
    if (typeof traceparent !== "string") return undefined;
    return typeof tracestate === "string" ? { traceparent, tracestate } : { traceparent };
  } catch (thrown) {
    ignoreRejection(thrown);
    return undefined;
  }
}

/**
 * Returns the values that a function returns for each entry of a list, without those that are missing or that it
 * throws for.
 */
function present<Source, Value>(
  sources: readonly Source[],
  read: (source: Source) => Value | undefined,
): readonly Value[] {
  const given: Value[] = [];
  for (const source of sources) {
    quietly(() => {
      const value: unknown = read(source);
      // Only an object can watch. The promise of an async observer cannot, and its rejection must be handled.
      if (typeof value === "object" && value !== null && !isThenable(value)) given.push(value as Value);
      return value;
    });
  }
  return given;
}
