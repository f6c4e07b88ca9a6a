import type { ExecutionPlan, OnReject, TimelineEntry } from "../batching/index.js";
import type {
  AnyTool,
  ApprovalHandler,
  CallOutputs,
  CommandConfinement,
  Model,
  ProjectThreads,
  ToolCall,
  ToolContext,
  ToolEvent,
  ToolEventListener,
  ToolResult,
  ToolSession,
  TraceContext,
} from "../contract/index.js";
import type { DiscoverOptions, Discovery, ToolRegistry } from "../registry/index.js";
import type { CallExplanation, ListToolsOptions } from "./calls/index.js";
import type { ApprovalAnswers, PluginReport } from "./services/index.js";
import type {
  ExportedSession,
  ExportSessionOptions,
  ImportSessionOptions,
  RuntimeSession,
  SessionOptions,
} from "./sessions/index.js";

/** How one run differs from the runtime's defaults. */
export interface ExecuteOptions {
  /** Aborting ends every call of the run; each still gets its one result. */
  readonly signal?: AbortSignal;
  /** Default: that of `within`, else the runtime's own session. */
  readonly session?: ToolSession;
  /**
   * The context of the call that makes these calls, when a tool runs calls itself. They do not wait for the resources of
   * that call, and end with it. A tool that runs conflicting calls without it waits for itself until its time is over.
   */
  readonly within?: ToolContext;
  /**
   * What happens to calls that have not started when one is rejected by the user or a rule. Default `"continue"`: nothing.
   * `"cancel-dependents"`: those that conflict with it are cancelled; `"cancel-later"`: all later ones.
   */
  readonly onReject?: OnReject;
  /** The trace that the run belongs to, from another process: observers (`collet/otel`) hang it there. */
  readonly traceContext?: TraceContext;
  /**
   * Limits for the commands of these calls beside those of their own decisions: for a runtime that carries out what another one
   * let through without a question, as a worker does. Default: none.
   */
  readonly confinement?: CommandConfinement;
  /** Answers the questions of this run in place of the runtime's `onApproval`. */
  readonly onApproval?: ApprovalHandler;
  /** Told once, after the last result: when each call waited, was asked about and ran (`timelineToTrace`, `renderGantt`). */
  readonly onTimeline?: (entries: readonly TimelineEntry[]) => void;
}

/**
 * Everything between "the model asked for these calls" and "here is exactly one result for each of them".
 *
 * Nothing here rejects for anything the model caused: a failure is a result with a status, a code and a sentence that
 * helps. Only programmer errors throw.
 *
 * @typeParam Tools - the tools by name, for `invoke`
 */
export interface ToolRuntime<Tools extends ToolMap = ToolMap> extends AsyncDisposable {
  readonly registry: ToolRegistry;
  /** What came of the plugins, in their order. */
  readonly plugins: readonly PluginReport[];
  /** The session of calls that name none. */
  readonly defaultSession: ToolSession;
  /** The model behind subagents and `runAgent`, where the host gave one. */
  readonly model?: Model;
  /** Where earlier threads are kept: what a host appends here, `read_thread` and `find_thread` find. */
  readonly threads?: ProjectThreads;
  /**
   * The tools to show a model: as they were registered, then the deferred ones that the session has loaded, in that order, so
   * that what a provider has cached stays a prefix. What is denied outright or hidden by the mode is left out.
   */
  tools(filter?: (tool: AnyTool) => boolean, options?: ListToolsOptions): readonly AnyTool[];
  /** One call, one result. */
  execute(call: ToolCall, options?: ExecuteOptions): Promise<ToolResult>;
  /** Exactly one result per call, in call order, also after an abort. */
  executeBatch(calls: readonly ToolCall[], options?: ExecuteOptions): Promise<readonly ToolResult[]>;
  /** The events of a run as they happen; the last event of each call is its `tool-result`. Leaving the loop aborts the run. */
  stream(calls: readonly ToolCall[], options?: ExecuteOptions): AsyncIterable<ToolEvent>;
  /** What `executeBatch` would do with these calls: order, conflicts with their reasons, decisions. Runs nothing. */
  plan(calls: readonly ToolCall[], options?: ExecuteOptions): Promise<ExecutionPlan>;
  /** Why a call would be allowed, asked about or denied, with everything that was judged; runs and asks nothing. */
  explain(call: ToolCall, options?: Pick<ExecuteOptions, "session">): Promise<CallExplanation>;
  /**
   * Continues results with status `blocked-on-user`, in this process or another with the same state directory (or `approvals`).
   * Each answer is bound to the request as it was asked, and counts once: a result that was altered, or answered before by
   * whichever process, is refused with `approval-mismatch`. The call is checked again. Other results are given back as they
   * are, in order.
   */
  resume(
    results: readonly ToolResult[],
    answers: ApprovalAnswers,
    options?: ExecuteOptions,
  ): Promise<readonly ToolResult[]>;
  /** Runs a tool by its canonical name and types, through the whole pipeline; throws a `ToolError` unless it is done. */
  invoke<Name extends keyof Tools & string>(
    name: Name,
    input: Tools[Name]["input"],
    options?: ExecuteOptions,
  ): Promise<Tools[Name]["output"]>;
  /** Cancels the calls with this id that are waiting or running, in whatever run; tells whether there was one. */
  cancel(callId: string): boolean;
  /**
   * What a session remembers, as JSON: reads, the undo journal, approvals, to-dos, loaded tools, and what the host's `sessionStates`
   * say. Paths outside the runtime's cwd are left out. Default: the runtime's own session.
   */
  exportSession(session?: ToolSession, options?: ExportSessionOptions): Promise<ExportedSession>;
  /**
   * Opens a session that goes on where an exported one was, in this process or on another machine with the same files. What is no
   * such export, or leads out of the workspace, is refused with a `ToolError` (`invalid-input`).
   *
   * @example
   * const session = await there.importSession(JSON.parse(JSON.stringify(await here.exportSession())));
   */
  importSession(exported: unknown, options?: ImportSessionOptions): Promise<RuntimeSession>;
  /** Opens an agent thread of its own. Disposing of it ends its background jobs; so does the end of the runtime. */
  session(options?: SessionOptions): RuntimeSession;
  /**
   * Loads the tools that a folder holds: modules in `tool` and `tools`, programs in `toolbox`. Whoever approves calls is asked
   * first, because loading a file runs it; without `onApproval` nothing is loaded unless the host vouches for the folder.
   *
   * What cannot be loaded is reported with its reason, and the rest is loaded. A folder that was loaded before is loaded anew.
   * Rejects with a `ToolError` (`not-supported` without a backend that can, `cancelled`, `runtime-disposed`) or for options that
   * make no sense.
   *
   * @param directory - absolute, or relative to the runtime's cwd
   *
   * @example
   * const { tools, problems } = await runtime.discover(".agent");
   */
  discover(directory: string, options?: DiscoverOptions): Promise<Discovery>;
  /** Opens outputs in the output store on behalf of a session, by default that of calls that name none: for `compactResults`. */
  outputs(session?: ToolSession): CallOutputs;
  /**
   * Kills all commands of the runtime, and starts none any more, unless this is called again within so many milliseconds: for a
   * host that may work in its workspace only as long as it holds a lease. It counts also while this process is stopped. 0 does
   * it now, `undefined` takes the limit away.
   *
   * @returns whether the backend can (`Shell.endUnlessRenewed`); one without commands can
   */
  endCommandsUnlessRenewed(withinMs: number | undefined): boolean;
  /** Watches all events; gives back the function that stops it. */
  on(listener: ToolEventListener): () => void;
}

/** Input and output types by tool name. */
export type ToolMap = Record<string, { readonly input: unknown; readonly output: unknown }>;
