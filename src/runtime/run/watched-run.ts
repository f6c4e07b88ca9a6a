import { createWaitNamer, type TaskTiming, type WaitNamer } from "../../batching/index.js";
import {
  ignoreRejection,
  isThenable,
  quietly,
  type ToolResult,
  type TraceContext,
} from "../../contract/index.js";
import type { PreparedCall, UnpreparedCall } from "../prepare/index.js";
import type { CallWatcher, ObservedCall, ObservedRun, RunObserver, RunWatcher } from "../services/index.js";

/** A run with watchers. A run without watchers has none, so it has no extra cost. */
export class WatchedRun {
  readonly #watchers: readonly RunWatcher[];
  readonly #namer: WaitNamer<ObservedCall> = createWaitNamer();

  private constructor(watchers: readonly RunWatcher[]) {
    this.#watchers = watchers;
  }

  static open(observers: readonly RunObserver[], run: () => ObservedRun): WatchedRun | undefined {
    if (observers.length === 0) return undefined;
    const observed = run();
    const watchers = present(observers, (observer) => observer.onRun(observed));
    return watchers.length === 0 ? undefined : new WatchedRun(watchers);
  }

  /** Registers the next call of the run, in call order. */
  call(prepared: PreparedCall | UnpreparedCall): WatchedCall {
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

/** A call with watchers. */
export class WatchedCall {
  readonly observed: ObservedCall;
  readonly #watchers: readonly CallWatcher[];

  constructor(observed: ObservedCall, watchers: readonly CallWatcher[]) {
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

  waits(earlier: readonly ObservedCall[]): void {
    for (const watcher of this.#watchers) quietly(() => watcher.onWait?.(earlier));
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
    return this.#watchers.reduceRight<() => Promise<Value>>(
      (inner, watcher) => () => enclose(watcher, inner),
      work,
    )();
  }
}

function enclose<Value>(watcher: CallWatcher, work: () => Promise<Value>): Promise<Value> {
  let begun: Promise<Value> | undefined;
  const once = () => {
    begun ??= work();
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
  give: (source: Source) => Value | undefined,
): readonly Value[] {
  const given: Value[] = [];
  for (const source of sources) {
    quietly(() => {
      const value: unknown = give(source);
      // Only an object can watch. The promise of an async observer cannot, and its rejection must be handled.
      if (typeof value === "object" && value !== null && !isThenable(value)) given.push(value as Value);
      return value;
    });
  }
  return given;
}
