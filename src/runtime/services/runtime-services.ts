import type { AbortWatch, Scheduler, SchedulingStrategy } from "../../batching/index.js";
import type {
  AnyTool,
  ApprovalHandler,
  Backend,
  Clock,
  Diagnostics,
  Executor,
  JudgedCall,
  Model,
  Subagents,
  ThreadStore,
  ToolContext,
  ToolResult,
  WebSearchProvider,
  Workspace,
} from "../../contract/index.js";
import type { EditEngine } from "../../fuzzy/index.js";
import type { RuleSet } from "../../permissions/index.js";
import type { ToolRegistry } from "../../registry/index.js";
import type { InFlightList, Redact } from "../values/index.js";
import type { ApprovalSeals } from "./approval-seals.js";
import type { CallHook } from "./call-hook.js";
import type { EventHub } from "./event-hub.js";
import type { Middleware } from "./middleware.js";
import type { PluginReport } from "./plugins.js";
import type { RunObserver } from "./run-observer.js";

/**
 * Creates the subagents of running calls. It depends on the runtime, because a subagent is a loop over its
 * `executeBatch`.
 */
export interface SubagentStarter {
  /** Returns the subagents that the call with this context may start. */
  of(context: ToolContext): Subagents;
}

/** A run of calls, as the runtime stops it. */
export interface RunHandle {
  /** Cancels every call of the run that waits or runs. */
  stop(): void;
  /** Cancels one call that waits or runs; returns whether there was one. */
  cancel(callId: string): boolean;
}

/** The default executor, which runs tools in this process. */
export interface InProcessExecutor {
  run(call: JudgedCall, context: ToolContext): Promise<ToolResult>;
}

/** The services that the stages of one runtime share. Created once by `createRuntime`; no stage changes it. */
export interface RuntimeServices {
  readonly registry: ToolRegistry;
  /** Returns the registered tools and those that the runtime does not offer, for example without a model. */
  readonly knownTools: () => readonly AnyTool[];
  readonly backend: Backend | undefined;
  readonly workspace: Workspace | undefined;
  readonly permissions: RuleSet;
  /** Whether commands can run: without a shell, tools that need one are not offered. */
  readonly hasShell: boolean;
  readonly onApproval: ApprovalHandler | undefined;
  readonly approvalTimeoutMs: number | false;
  /** The seals of questions and the record of answered ones. */
  readonly seals: ApprovalSeals;
  readonly repeatedCalls: "ask" | "allow";
  /** The engine of edits that was chosen. */
  readonly edits: EditEngine | undefined;
  readonly ids: () => string;
  readonly scheduler: Scheduler;
  readonly strategy: SchedulingStrategy;
  /** The active runs, for `cancel` and for the end of the runtime. */
  readonly runs: InFlightList<RunHandle>;
  readonly executor: Executor;
  /** The executor of this process; the same as `executor` unless the host passed one. */
  readonly localExecutor: InProcessExecutor;
  readonly events: EventHub;
  readonly hooks: readonly CallHook[];
  readonly middleware: readonly Middleware[];
  readonly observers: readonly RunObserver[];
  readonly plugins: readonly PluginReport[];
  readonly clock: Clock;
  readonly inputRepair: "on" | "off";
  readonly timeoutMs: number | false;
  readonly maxTotalTimeoutMs: number | false;
  readonly redact: Redact | undefined;
  readonly model: Model | undefined;
  readonly subagents: SubagentStarter | undefined;
  readonly webSearch: WebSearchProvider | undefined;
  readonly threads: ThreadStore | undefined;
  readonly diagnostics: Diagnostics | undefined;
  readonly diagnosticsBudgetMs: number | false;
  /** Listens to each signal once, regardless of how many runs and questions share it. */
  readonly aborts: AbortWatch;
  /** Aborted by `dispose`. */
  readonly disposal: AbortSignal;
}

/**
 * Returns a starter that is created when the first subagent is needed: it needs the runtime, which is created after
 * its services.
 */
export function lateStarter(make: () => SubagentStarter): SubagentStarter {
  let made: SubagentStarter | undefined;
  return {
    of(context) {
      made ??= make();
      return made.of(context);
    },
  };
}
