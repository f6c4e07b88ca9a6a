import type { TaskTiming } from "../../batching/index.js";
import type {
  AnyTool,
  PermissionDecision,
  ToolResult,
  ToolSession,
  TraceContext,
} from "../../contract/index.js";

/**
 * Watches the runs of a runtime from within. An event reports that something happened; an observer wraps each step,
 * so it can relate steps to each other, and the code that a tool starts runs inside the context of its call.
 *
 * An observer cannot change a run: its errors are ignored, and its result is not awaited. All its functions are
 * called synchronously, so they must be fast.
 *
 * @example
 * const runs: Plugin = ({ observe }) =>
 *   observe({ onRun: ({ name, callCount }) => void console.log(name, "has", callCount, "calls") });
 */
export interface RunObserver {
  /**
   * Called when a run begins, in the asynchronous context of its caller. Returns the watcher of the run, or
   * `undefined` for none.
   */
  onRun(run: ObservedRun): RunWatcher | undefined;
}

/** One `executeBatch` or an equivalent: `execute`, `stream`, `resume`, `invoke`. */
export interface ObservedRun {
  /** The name of the run in timelines. */
  readonly name: string;
  readonly session: ToolSession;
  readonly callCount: number;
  /** The call whose tool makes these calls. */
  readonly within: ObservedCall | undefined;
  /** The trace that the caller named for the run. */
  readonly traceContext: TraceContext | undefined;
}

/** Watches one run. */
export interface RunWatcher {
  /** Called once for each call, in call order, before any other step. A repeated call is not reported again. */
  onCall?(call: ObservedCall): CallWatcher | undefined;
  /** Called when all results are ready, or when the run failed. */
  onEnd?(): void;
}

/** A call as observers see it: one object per call, so it can be the key of a `WeakMap`. */
export interface ObservedCall {
  readonly id: string;
  readonly requestedName: string;
  /** The tool; absent if none was found. */
  readonly tool: AnyTool | undefined;
  /** The canonical input; the input as it was sent if the call failed earlier. */
  readonly input: unknown;
  /** The decision; absent if the call failed before it was judged. */
  readonly decision: PermissionDecision | undefined;
  /** The number of repairs of its input. */
  readonly repairCount: number;
  /** The earlier calls of the run that it waits for because they conflict; the same calls that `plan()` names. */
  readonly waitsFor: readonly ObservedCall[];
}

/** Watches one call. */
export interface CallWatcher {
  /** The `ToolContext.traceContext` of this call. */
  readonly traceContext?: TraceContext | undefined;
  /** Called when the call must wait for these unfinished calls, which may belong to any run of the runtime. */
  onWait?(earlier: readonly ObservedCall[]): void;
  /** Called when the approver is asked about the call, before or while it runs. */
  onQuestion?(): void;
  /** Called when the question was answered; not called if this process had no approver to ask. */
  onAnswer?(approved: boolean): void;
  /** Called when the call has its slot and starts to run. */
  onStart?(start: StartedCall): void;
  /**
   * Wraps approval, middleware and execution, each when it starts: calls `work` once, synchronously, in the
   * asynchronous context that these should have.
   */
  around?(work: () => void): void;
  onEnd?(result: ToolResult): void;
}

/** A call that begins to run. */
export interface StartedCall {
  readonly timing: TaskTiming;
  /** The canonical input, which an approver may have changed. */
  readonly input: unknown;
}
