import type { ExecutionPlan } from "../../batching/index.js";
import type { AnyTool, ApprovalHandler, ApprovalRequest, Backend, ToolResult } from "../../contract/index.js";
import type { CoreToolRuntimeOptions } from "../../core.js";
import type { ToolRuntime } from "../../runtime/index.js";
import type { ApprovalStep, EventRecorder } from "../scripts/index.js";
import type { SeedEntry } from "../seed-entry.js";
import type { FileContents, TestBackend, TreeChange } from "../test-workspace/index.js";
import type { Touch } from "../watch/index.js";

/** Options of a tool tester. Options of the runtime have the same meaning as there. */
export interface ToolTesterOptions
  extends Pick<
    CoreToolRuntimeOptions,
    | "permissions"
    | "clock"
    | "truncation"
    | "timeoutMs"
    | "maxTotalTimeoutMs"
    | "approvalTimeoutMs"
    | "inputRepair"
    | "redact"
    | "mode"
    | "middleware"
    | "staleness"
  > {
  /** The files of the folder at the start, by relative path. Default: none. */
  readonly files?: Readonly<Record<string, SeedEntry>>;
  /** Answers in order, or an approval handler. Without them, a call that needs an answer is `blocked-on-user`. */
  readonly approvals?: readonly ApprovalStep[] | ApprovalHandler | undefined;
  /**
   * The backend of the tool. `"memory"` (default) uses nothing of the machine and has no shell; `"temp"` is a temporary
   * folder with the machine's shell and ripgrep.
   */
  readonly backend?: TestBackend | undefined;
  /** Other tools of the runtime, for plans or calls. */
  readonly tools?: readonly AnyTool[] | undefined;
}

/** Another call in a plan with the tool's call. */
export interface OtherCall {
  /** Default: the tool under test. */
  readonly name?: string;
  readonly input: unknown;
}

/** Options of one call. */
export interface TestCallOptions {
  /** Cancels the call when it aborts. */
  readonly signal?: AbortSignal;
  /** Another tool of the tester, or an alias. Default: the tool under test. */
  readonly name?: string;
}

/** A tool in a runtime with its own folder. Disposing of the tester removes the folder. */
export interface ToolTester<Output = unknown> extends AsyncDisposable {
  /** Real path of the folder, which is the working directory and the only root. */
  readonly root: string;
  readonly backend: Backend;
  readonly runtime: ToolRuntime;
  /** Every event so far. */
  readonly events: EventRecorder;
  /** The approval requests so far, answered or not. */
  readonly approvalRequests: readonly ApprovalRequest[];
  /** The accesses of calls to the backend so far, in order. */
  readonly touches: readonly Touch[];
  /** Calls the listener before each of these accesses. */
  onTouch(listener: (touch: Touch) => void): void;
  /** Runs the tool through the whole pipeline with any input that a model might send. Call ids are `call-1`, `call-2` ... */
  call(input: unknown, options?: TestCallOptions): Promise<ToolResult<Output>>;
  /** Plans a batch of this call and others after it. Runs nothing. */
  plan(input: unknown, ...others: readonly OtherCall[]): Promise<ExecutionPlan>;
  /** Returns the current content of every file by relative path: text, or bytes if the file is not text. */
  files(): Promise<Record<string, FileContents>>;
  /** Returns the paths that were created, changed or deleted since the start, sorted. */
  changes(): Promise<readonly TreeChange[]>;
  /** Returns the same as a unified diff; empty if nothing changed. */
  diff(): Promise<string>;
}
