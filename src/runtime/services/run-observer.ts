import type { TaskTiming } from "../../batching/index.js";
import type {
  AnyTool,
  PermissionDecision,
  ToolResult,
  ToolSession,
  TraceContext,
} from "../../contract/index.js";

/**
 * Watches the runs of a runtime from within: where events tell that something happened, an observer stands around it, so it
 * knows what belongs to what, and what a tool starts finds itself inside the call.
 *
 * Watching a run never changes it: what an observer throws is swallowed, and nothing waits for it. Everything is called
 * synchronously, so it has to be quick.
 *
 * @example
 * const runs: Plugin = ({ observe }) =>
 *   observe({ onRun: ({ name, callCount }) => void console.log(name, "has", callCount, "calls") });
 */
export interface RunObserver {
  /** A run begins, in the asynchronous context of whoever makes it. What this gives back watches it; nothing, if it need not be. */
  onRun(run: ObservedRun): RunWatcher | undefined;
}

/** One `executeBatch`, or what comes to the same: `execute`, `stream`, `resume`, `invoke`. */
export interface ObservedRun {
  /** As timelines have it. */
  readonly name: string;
  readonly session: ToolSession;
  readonly callCount: number;
  /** The call whose tool makes these calls. */
  readonly within: ObservedCall | undefined;
  /** The trace that the run was said to belong to. */
  readonly traceContext: TraceContext | undefined;
}

/** Watches one run. */
export interface RunWatcher {
  /** Called once for each call, in call order, before anything can happen to it. A repeated call is not told again. */
  onCall?(call: ObservedCall): CallWatcher | undefined;
  /** All results are there, or the run broke. */
  onEnd?(): void;
}

/** A call as its observers know it; one object per call, so it can be the key of a `WeakMap`. */
export interface ObservedCall {
  readonly id: string;
  readonly requestedName: string;
  /** Absent where no tool was found. */
  readonly tool: AnyTool | undefined;
  /** The canonical input; as it was sent where the call failed before it had one. */
  readonly input: unknown;
  /** Absent where the call failed before it was judged. */
  readonly decision: PermissionDecision | undefined;
  /** How many repairs its input needed. */
  readonly repairCount: number;
  /** The earlier calls of the run that it comes after because they conflict: the same ones that `plan()` names. */
  readonly waitsFor: readonly ObservedCall[];
}

/** Watches one call. */
export interface CallWatcher {
  /** What `ToolContext.traceContext` is for this call. */
  readonly traceContext?: TraceContext | undefined;
  /** It has to wait for these calls that are not over, of whatever run of the runtime. */
  onWait?(earlier: readonly ObservedCall[]): void;
  /** Somebody is asked about it, before or while it runs. */
  onQuestion?(): void;
  /** The question was answered; not called where nobody in this process could be asked. */
  onAnswer?(approved: boolean): void;
  /** It has its slot and begins to run. */
  onStart?(start: StartedCall): void;
  /**
   * Stands around approval, middleware and execution, each when its turn comes: calls `work` once, synchronously, in whatever
   * asynchronous context these should have.
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
