import type {
  CallDiagnostics,
  CallOutputs,
  Repositories,
  Search,
  Shell,
  SyntaxCheck,
  TextThreads,
  ThreadStore,
  Web,
} from "../backend/index.js";
import type { ToolKind } from "../policy/index.js";
import type { ToolSession } from "../session/index.js";
import type { TraceContext, TruncationRecord } from "../values/index.js";
import type { WorkspaceFiles } from "../workspace/index.js";
import type { ResumedCall } from "./paused-call.js";
import type { Subagents } from "./subagents.js";

/** An edit engine by its names, as `EditEngine` of `collet/fuzzy` describes it. */
export interface EditEngineChoice {
  readonly preset?: string | undefined;
  readonly matchers?: readonly string[] | undefined;
  readonly thresholds?: Readonly<Record<string, number | undefined>> | undefined;
}

/** The interface between a running tool and its environment. */
export interface ToolContext {
  readonly callId: string;
  /** The canonical name of the running tool. */
  readonly toolName: string;
  /** The session's working directory, absolute. */
  readonly cwd: string;
  /** Aborted on cancellation and on timeout; pass it on so that the tool ends promptly. */
  readonly signal: AbortSignal;
  readonly session: ToolSession;
  /** Returns whether the session may call a tool, by any of its names: a message to the model names only such tools. */
  readonly offers: (toolName: string) => boolean;
  /** The message of the model that contains the call, if the host named it in the options of the run. */
  readonly messageId?: string | undefined;
  /** The agent that makes the call: its name in the options of the run, the kind of the subagent, or `"main"`. */
  readonly agent: string;
  /** Values of the host for its tools, from the options of the run. Default: none. */
  readonly extra: Readonly<Record<string, unknown>>;
  /**
   * Files; paths are judged, writes are atomic, and changes are recorded. Throws `not-supported` without a
   * backend.
   */
  readonly files: WorkspaceFiles;
  /** Processes. Throws `not-supported` if the backend has no shell. */
  readonly shell: Shell;
  /** File and text search. Throws `not-supported` if the backend has no search. */
  readonly search: Search;
  /** Stores full outputs of which the model sees a part; works without a store as well. */
  readonly outputs: CallOutputs;
  /** The public web. Each part throws `not-supported` if it is missing. */
  readonly web: Web;
  /** Subagents of this call. Throws `not-supported` if the runtime has no model. */
  readonly subagents: Subagents;
  /** Earlier threads. Throws `not-supported` if none are stored. */
  readonly threads: ThreadStore;
  /** Copies of git repositories. Throws `not-supported` if the backend has none. */
  readonly repositories: Repositories;
  /** Language servers. Throws `not-supported` if there are none. */
  readonly diagnostics: CallDiagnostics;
  /** The check of syntax, if the backend has one. */
  readonly syntax?: SyntaxCheck | undefined;
  /** Threads for long computations on texts, if the backend has some. */
  readonly textThreads?: TextThreads | undefined;
  /** The engine of edits that the host or the toolset chose. Default: the preset `"safe"`. */
  readonly edits?: EditEngineChoice | undefined;
  /** The trace of this call, if tracing is active: for work in another process. */
  readonly traceContext?: TraceContext | undefined;
  /** Set if `resume` starts the tool again after it threw a `PausedCall`. */
  readonly resumed?: ResumedCall | undefined;
  /** Reports progress: emits `tool-progress` and restarts the call's timeout. */
  progress(update: ProgressUpdate): void;
  /**
   * Asks the host a question while the tool runs; resolves to `false` if there is no approver. A question
   * that names facts (a command, hosts, paths) is first judged by the rules, like a call with the same facts:
   * there is no question if they allow or deny it. Rejects with `cancelled` after the end of the call.
   */
  ask(request: ContextQuestion): Promise<boolean>;
  /** Adds to the `metadata` of the result: for the host only, never sent to the model. */
  note(metadata: Readonly<Record<string, unknown>>): void;
  /**
   * Records that the tool truncated its output: becomes `truncation` of the result. The last record is used.
   */
  noteTruncation(record: TruncationRecord): void;
  /** Emits a `tool-log` event. */
  log(message: string): void;
}

/** One step of a running call, for a user interface. */
export interface ProgressUpdate {
  readonly message?: string;
  /** Output so far or since the last update, as the tool documents it. */
  readonly output?: string;
  readonly completed?: number;
  readonly total?: number | undefined;
}

/** A yes-or-no question of a running tool. */
export interface ContextQuestion {
  readonly reason: string;
  readonly paths?: readonly string[];
  readonly command?: string | undefined;
  /**
   * The working directory of the command: its relative paths start there. Default: the session's working
   * directory.
   */
  readonly cwd?: string;
  readonly hosts?: readonly string[] | undefined;
  /** The kind that rules match on. Default: the kind of the tool. */
  readonly kind?: ToolKind | undefined;
  /**
   * Whether the default of the kind may decide. With `false` only a rule, a grant, the preset `allow-all` or
   * the approver decides: for questions from a machine that holds the files and knows more about them than
   * the defaults. Default: `true`.
   */
  readonly answeredByDefault?: boolean | undefined;
}
