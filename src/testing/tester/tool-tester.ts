import type { ExecutionPlan } from "../../batching/index.js";
import type { AnyTool, ApprovalHandler, ApprovalRequest, Backend, ToolResult } from "../../contract/index.js";
import type { CoreToolRuntimeOptions } from "../../core.js";
import type { ToolRuntime } from "../../runtime/index.js";
import type { FileContents, TestBackend, TreeChange } from "../place/index.js";
import type { ApprovalStep, EventRecorder } from "../scripts/index.js";
import type { SeedEntry } from "../seed-entry.js";
import type { Touch } from "../watch/index.js";

/** What a tester can be told; the options of the runtime mean what they mean there. */
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
  /** What the folder holds at the start, by relative path. Default: nothing. */
  readonly files?: Readonly<Record<string, SeedEntry>>;
  /** Answers in order, or the host's own handler. Without them, a call that needs an answer is `blocked-on-user`. */
  readonly approvals?: readonly ApprovalStep[] | ApprovalHandler;
  /**
   * Where the tool acts. `"memory"` (default) touches nothing of the machine and has no shell; `"temp"` is a temporary folder
   * with the machine's shell and ripgrep.
   */
  readonly backend?: TestBackend;
  /** Other tools of the runtime, to plan against or to call. */
  readonly tools?: readonly AnyTool[];
}

/** A call to plan the tool's call against. */
export interface OtherCall {
  /** Default: the tool under test. */
  readonly name?: string;
  readonly input: unknown;
}

/** How one call differs from the others. */
export interface TestCallOptions {
  readonly signal?: AbortSignal;
  /** Another tool of the tester, or an alias. Default: the tool under test. */
  readonly name?: string;
}

/** A tool in a runtime and a folder of its own. Disposing of it removes the folder. */
export interface ToolTester<Output = unknown> extends AsyncDisposable {
  /** Real path of the folder: the working directory, and the only root. */
  readonly root: string;
  readonly backend: Backend;
  readonly runtime: ToolRuntime;
  /** Every event so far. */
  readonly events: EventRecorder;
  /** The approval requests so far, answered or not. */
  readonly approvalRequests: readonly ApprovalRequest[];
  /** What calls did at the backend so far, in order. */
  readonly touches: readonly Touch[];
  /** Calls back before each of these accesses. */
  onTouch(listener: (touch: Touch) => void): void;
  /** Runs the tool through the whole pipeline with whatever a model might send. Calls are `call-1`, `call-2` ... */
  call(input: unknown, options?: TestCallOptions): Promise<ToolResult<Output>>;
  /** What would happen if another call came in the same batch, after this one. Runs nothing. */
  plan(input: unknown, ...others: readonly OtherCall[]): Promise<ExecutionPlan>;
  /** The content of every file now, by relative path: text, or bytes where it is none. */
  files(): Promise<Record<string, FileContents>>;
  /** What is created, changed or deleted since the start, in the order of the paths. */
  changes(): Promise<readonly TreeChange[]>;
  /** The same as a unified diff; empty when nothing changed. */
  diff(): Promise<string>;
}
