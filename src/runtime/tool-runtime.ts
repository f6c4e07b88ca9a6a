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
  TruncationPolicy,
} from "../contract/index.js";
import type { DiscoverOptions, Discovery, ToolRegistry } from "../registry/index.js";
import type { CallExplanation, ExplainOptions, ListToolsOptions } from "./calls/index.js";
import type { ApprovalAnswers, PluginReport } from "./services/index.js";
import type {
  ExportedSession,
  ExportSessionOptions,
  ImportSessionOptions,
  RuntimeSession,
  SessionOptions,
} from "./sessions/index.js";

/** Options of one run that differ from the runtime's defaults. */
export interface ExecuteOptions {
  /** Ends every call of the run when it aborts; each call still gets its one result. */
  readonly signal?: AbortSignal | undefined;
  /** The session of the calls. Default: that of `within`, otherwise the runtime's default session. */
  readonly session?: ToolSession | undefined;
  /**
   * The context of the call that makes these calls, when a tool runs calls. The calls do not wait for the resources
   * of that call, and they end with it. Without it, a tool that runs conflicting calls waits for itself until it
   * times out.
   */
  readonly within?: ToolContext | undefined;
  /**
   * The treatment of calls that have not started when one call is rejected by the user or a rule. `"continue"`
   * (default): they run. `"cancel-dependents"`: those that conflict with the rejected call are cancelled.
   * `"cancel-later"`: all later ones are cancelled.
   */
  readonly onReject?: OnReject;
  /** The message of the model that contains the calls: `context.messageId` of the tools. Default: that of `within`. */
  readonly messageId?: string | undefined;
  /**
   * The agent that makes the calls: `context.agent` of the tools. Default: the kind of the session's subagent,
   * otherwise that of `within`, otherwise `"main"`.
   */
  readonly agent?: string;
  /** Values for the tools of the host: `context.extra`. Default: those of `within`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** The trace of another process that the run belongs to: observers (`collet/otel`) attach the run to it. */
  readonly traceContext?: TraceContext | undefined;
  /**
   * Limits for the commands of these calls, in addition to those of their decisions. Used by a runtime that carries
   * out calls which another runtime allowed without a question, as a worker does. Default: none.
   */
  readonly confinement?: CommandConfinement | undefined;
  /**
   * Limits the content of these results instead of the tools and the runtime; `false` leaves only the ceiling of a
   * result. For calls whose results a program reads and not a model. A tool that limits its own output still does.
   */
  readonly truncation?: TruncationPolicy | false | undefined;
  /** Answers the questions of this run instead of the runtime's `onApproval`. */
  readonly onApproval?: ApprovalHandler | undefined;
  /**
   * Receives, once after the last result, the times when each call waited, was asked about and ran
   * (`timelineToTrace`, `renderGantt`).
   */
  readonly onTimeline?: (entries: readonly TimelineEntry[]) => void;
}

/**
 * A runtime that carries out the tool calls of a model and returns exactly one result for each.
 *
 * No method rejects for a mistake of the model: a failure is a result with a status, a code and a message with a
 * remedy. Only programmer errors throw.
 *
 * @typeParam Tools - the tools by name, for `invoke`
 */
export interface ToolRuntime<Tools extends ToolMap = ToolMap> extends AsyncDisposable {
  readonly registry: ToolRegistry;
  /** The outcome of each plugin, in order. */
  readonly plugins: readonly PluginReport[];
  /** Whether the host passed `onApproval`; without it a call that must be asked about returns as blocked. */
  readonly hasApprover: boolean;
  /** The session of calls that name no session. */
  readonly defaultSession: ToolSession;
  /** The model of subagents and `runAgent`, if the host passed one. */
  readonly model?: Model;
  /** The store of earlier threads: `read_thread` and `find_thread` find the threads that a host appends here. */
  readonly threads?: ProjectThreads;
  /**
   * Returns the tools to show a model: in order of registration, followed by the deferred tools that the session has
   * loaded, in the order of loading, so that the part a provider has cached stays a prefix. Omits tools that a rule
   * denies outright or that the mode hides.
   */
  tools(filter?: (tool: AnyTool) => boolean, options?: ListToolsOptions): readonly AnyTool[];
  /** Executes one call and returns its result. */
  execute(call: ToolCall, options?: ExecuteOptions): Promise<ToolResult>;
  /** Executes calls and returns exactly one result per call, in call order, even after an abort. */
  executeBatch(calls: readonly ToolCall[], options?: ExecuteOptions): Promise<readonly ToolResult[]>;
  /**
   * Yields the events of a run as they happen; the last event of each call is its `tool-result`. Leaving the loop
   * aborts the run.
   */
  stream(calls: readonly ToolCall[], options?: ExecuteOptions): AsyncIterable<ToolEvent>;
  /**
   * Returns what `executeBatch` would do with these calls: order, conflicts with their reasons, decisions. Runs
   * nothing.
   */
  plan(calls: readonly ToolCall[], options?: ExecuteOptions): Promise<ExecutionPlan>;
  /**
   * Explains why a call would be allowed, asked about or denied, with everything that was judged. Runs and asks
   * nothing.
   *
   * Rejects with a `TypeError` or `RangeError` for an invalid option or rule.
   *
   * @example
   * const rules = [{ tool: "Bash", command: "npm test", verdict: "allow" }];
   * const { decision } = await runtime.explain(call, { rules }); // with a rule that the runtime does not have
   */
  explain(call: ToolCall, options?: ExplainOptions): Promise<CallExplanation>;
  /**
   * Continues results with status `blocked-on-user`, in this process or another with the same state directory (or
   * `approvals`). Each answer is bound to the request as it was asked, and counts once: a result that was altered, or
   * that any process has already answered, is refused with `approval-mismatch`. The call is checked again. Other
   * results are returned unchanged, in order.
   */
  resume(
    results: readonly ToolResult[],
    answers: ApprovalAnswers,
    options?: ExecuteOptions,
  ): Promise<readonly ToolResult[]>;
  /**
   * Runs a tool by its canonical name and types, through the whole pipeline. Throws a `ToolError` unless the status
   * is `done`.
   */
  invoke<Name extends keyof Tools & string>(
    name: Name,
    input: Tools[Name]["input"],
    options?: ExecuteOptions,
  ): Promise<Tools[Name]["output"]>;
  /** Cancels the waiting or running calls with this id, in any run; returns whether there was one. */
  cancel(callId: string): boolean;
  /**
   * Returns the state of a session as JSON: reads, the undo journal, approvals, to-dos, loaded tools, and the states
   * of the host's `sessionStates`. Omits paths outside the runtime's cwd. Default: the runtime's default session.
   * Rejects with a `ToolError` (`timeout`) if one of these parts takes longer than 30 seconds.
   */
  exportSession(session?: ToolSession, options?: ExportSessionOptions): Promise<ExportedSession>;
  /**
   * Opens a session that continues an exported one, in this process or on another machine with the same files.
   * Refuses a value that is not such an export, or that leads out of the workspace, with a `ToolError`
   * (`invalid-input`), and rejects with one (`timeout`) if a part takes longer than 30 seconds.
   *
   * @example
   * const session = await there.importSession(JSON.parse(JSON.stringify(await here.exportSession())));
   */
  importSession(exported: unknown, options?: ImportSessionOptions): Promise<RuntimeSession>;
  /** Opens a separate agent thread. Disposing of the session or of the runtime ends its background jobs. */
  session(options?: SessionOptions): RuntimeSession;
  /**
   * Loads the tools of a folder: modules in `tool` and `tools`, programs in `toolbox`. The approver is asked first,
   * because loading a file runs it. Without `onApproval` nothing is loaded unless the host vouches for the folder.
   *
   * A file that cannot be loaded is reported with its reason, and the rest is loaded. A folder that was loaded before
   * is loaded again. Rejects with a `ToolError` (`not-supported` without a backend that can load tools, `cancelled`,
   * `runtime-disposed`) or for invalid options.
   *
   * @param directory - absolute, or relative to the runtime's cwd
   *
   * @example
   * const { tools, problems } = await runtime.discover(".agent");
   */
  discover(directory: string, options?: DiscoverOptions): Promise<Discovery>;
  /**
   * Opens outputs in the output store on behalf of a session, by default the runtime's default session.
   * `compactResults` uses it.
   */
  outputs(session?: ToolSession): CallOutputs;
  /**
   * Kills all commands of the runtime and starts no more, unless this function is called again within the given
   * milliseconds. For a host that may work in its workspace only while it holds a lease. The time continues while
   * this process is stopped. 0 applies at once; `undefined` removes the limit.
   *
   * @returns whether the backend supports it (`Shell.endUnlessRenewed`); a backend without commands does
   */
  endCommandsUnlessRenewed(withinMs: number | undefined): boolean;
  /** Adds a listener for all events; returns the function that removes it. */
  on(listener: ToolEventListener): () => void;
}

/** Input and output types by tool name. */
export type ToolMap = Record<string, { readonly input: unknown; readonly output: unknown }>;
