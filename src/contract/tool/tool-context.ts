import type {
  CallDiagnostics,
  CallOutputs,
  Repositories,
  Search,
  Shell,
  TextThreads,
  ThreadStore,
  Web,
} from "../backend/index.js";
import type { ToolKind } from "../policy/index.js";
import type { ToolSession } from "../session/index.js";
import type { TraceContext, TruncationRecord } from "../values/index.js";
import type { WorkspaceFiles } from "../workspace/index.js";
import type { Subagents } from "./subagents.js";

/** What reaches a running tool, and its only way to the outside. */
export interface ToolContext {
  readonly callId: string;
  /** The canonical name of the tool that runs. */
  readonly toolName: string;
  /** The session's working directory, absolute. */
  readonly cwd: string;
  /** Aborted on cancellation and on timeout; a tool that hands it on ends promptly. */
  readonly signal: AbortSignal;
  readonly session: ToolSession;
  /** Files, with paths judged, writes atomic and changes recorded. Throws `not-supported` without a backend. */
  readonly files: WorkspaceFiles;
  /** Processes. Throws `not-supported` where the backend has no shell. */
  readonly shell: Shell;
  /** File and text search. Throws `not-supported` where the backend has no search. */
  readonly search: Search;
  /** Keeps whole outputs of which the model sees a part; works without a store as well. */
  readonly outputs: CallOutputs;
  /** The public web. Throws `not-supported` part by part. */
  readonly web: Web;
  /** Subagents of this call. Throws `not-supported` where the runtime has no model. */
  readonly subagents: Subagents;
  /** Earlier threads. Throws `not-supported` where none are kept. */
  readonly threads: ThreadStore;
  /** Copies of git repositories. Throws `not-supported` where the backend has none. */
  readonly repositories: Repositories;
  /** Language servers. Throws `not-supported` where there are none. */
  readonly diagnostics: CallDiagnostics;
  /** Other threads for long computations on texts, where the backend has some. */
  readonly textThreads?: TextThreads | undefined;
  /** The trace that this call is a part of, where somebody traces it: for what goes on in another process. */
  readonly traceContext?: TraceContext | undefined;
  /** Reports progress: emits `tool-progress` and starts the call's timeout anew. */
  progress(update: ProgressUpdate): void;
  /**
   * Asks the host a question while the tool runs; answers `false` where nobody can be asked. A question that names what it is
   * about (a command, hosts, paths) is judged by the rules first, like a call that does the same: what they allow or deny is
   * not asked about.
   */
  ask(request: ContextQuestion): Promise<boolean>;
  /** Adds to the `metadata` of the result: for the host's eyes, never sent to the model. */
  note(metadata: Readonly<Record<string, unknown>>): void;
  /** Says that the tool itself cut its output: becomes `truncation` of the result. The last one counts. */
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
  readonly total?: number;
}

/** A yes-or-no question of a running tool. */
export interface ContextQuestion {
  readonly reason: string;
  readonly paths?: readonly string[];
  readonly command?: string;
  /** Where the command runs: its relative paths start there. Default: the session's working directory. */
  readonly cwd?: string;
  readonly hosts?: readonly string[];
  /** What is asked about, as rules see it. Default: the tool's own kind. */
  readonly kind?: ToolKind;
  /**
   * Whether the default of the kind may answer. With `false` only a rule, a grant, the preset `allow-all` or the approver does: for
   * questions of a place that has the files and knows more about them than the defaults can. Default: `true`.
   */
  readonly answeredByDefault?: boolean;
}
