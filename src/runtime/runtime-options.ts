import type {
  AnyTool,
  ApprovalHandler,
  ApprovalStore,
  Backend,
  Clock,
  Executor,
  Model,
  SessionState,
  ThreadStore,
  ToolEventListener,
  TruncationPolicy,
  WebSearchProvider,
  Workspace,
} from "../contract/index.js";
import type { Mode, PermissionsInput } from "../permissions/index.js";
import type { TruncationPreset } from "../truncation/index.js";
import type { Middleware, PluginEntry, SubagentStarter } from "./services/index.js";
import type { ToolMap, ToolRuntime } from "./tool-runtime.js";

/** How many calls run at once, and in what order. */
export interface ConcurrencyOptions {
  /** A positive integer or Infinity; default 64. */
  readonly max?: number;
  /**
   * `dependency` (default): a call waits for the earlier calls it conflicts with. `batches`: seed 001's groups, one after
   * the other. `serial`: one call at a time.
   */
  readonly strategy?: "dependency" | "batches" | "serial";
}

/** What a runtime can be told; everything has a safe default. */
export interface RuntimeOptions<Tools extends readonly AnyTool[] = readonly AnyTool[]> {
  /** Where relative paths start, absolute. */
  readonly cwd?: string;
  /** The tools of the host, beside those of the toolset. */
  readonly tools?: Tools;
  /** Rules or a preset: `"default"`, `"read-only"`, `"amp"`, `"allow-all"`. Default `"default"`. */
  readonly permissions?: PermissionsInput;
  /** Answers `ask` in this process. Without it such calls come back as `blocked-on-user`. */
  readonly onApproval?: ApprovalHandler;
  /** Milliseconds after which a question that `onApproval` does not answer counts as a no; `false` for none. Default `false`. */
  readonly approvalTimeoutMs?: number | false;
  /**
   * The secret that blocked calls are signed with, and the record of those that were answered: runtimes that share one can resume
   * each other's blocked calls, each once. Default: the backend's, which lies in the state directory; else one of this process.
   */
  readonly approvals?: ApprovalStore;
  /**
   * What becomes of a call that was to run by itself and is the same for the third time in a row, or the fourth of A, B, A, B,
   * with nothing new coming of it. Default `"ask"`; `"allow"` with the preset `"allow-all"`.
   */
  readonly repeatedCalls?: "ask" | "allow";
  /** Which tools are offered and callable (seed 001). Default: all. */
  readonly mode?: Mode;
  readonly concurrency?: ConcurrencyOptions;
  /** Where judged calls are carried out. Default: in this process. */
  readonly executor?: Executor;
  /** Milliseconds without progress after which a call ends; `false` for none. Default 120,000 (seed 001). */
  readonly timeoutMs?: number | false;
  /** Milliseconds after which a call ends in any case; `false` for none. Default one hour. */
  readonly maxTotalTimeoutMs?: number | false;
  /** The bound of what the model reads of one result. Default: 102,400 bytes from the start (seed 001). */
  readonly truncation?: TruncationPolicy | TruncationPreset;
  /**
   * The model behind subagents and `runAgent`. Collet owns no client: adapters make one of yours (`anthropicModel`). Without it
   * the tools that need one are not offered.
   */
  readonly model?: Model;
  /** The search engine behind `web_search`, which is not offered without one. */
  readonly webSearch?: WebSearchProvider;
  /** Where earlier threads are kept; `false` for nowhere. Default: the backend's. */
  readonly threads?: ThreadStore | false;
  /**
   * Milliseconds that the result of a call that changed files waits for what the backend's language servers say of the change;
   * `false` adds nothing to results. Default 2,500.
   */
  readonly diagnosticsBudgetMs?: number | false;
  /** Whether the model has a subagent that can read a stored output for it; the notice then says so. Default: whether the toolset has subagents and there is a model. */
  readonly canDelegate?: boolean;
  /**
   * Takes out of a text what neither the model nor the disk may see: runs over every result before it is cut and kept, and
   * over every whole line of output that a tool stores while it runs. Default: nothing is taken out.
   */
  readonly redact?: (text: string) => string;
  /** Whether inputs are repaired by their schema before validation. Default `"on"`. */
  readonly inputRepair?: "on" | "off";
  readonly middleware?: readonly Middleware[];
  /** Functions that add tools and middleware, in order. What came of each is in `runtime.plugins`. */
  readonly plugins?: readonly PluginEntry[];
  /** Short for `runtime.on(listener)`. */
  readonly onEvent?: ToolEventListener;
  /** What the host's own tools keep in sessions and can send along with one, see `exportSession`. */
  readonly sessionStates?: readonly SessionState[];
  /** Where time comes from. Default: the machine. */
  readonly clock?: Clock;
  /** Makes ids of sessions. Default: random UUIDs. */
  readonly ids?: () => string;
}

/** What a runtime without batteries is made of. */
export interface CoreRuntimeOptions<Tools extends readonly AnyTool[] = readonly AnyTool[]>
  extends RuntimeOptions<Tools> {
  /** Default `"/"`. */
  readonly cwd?: string;
  readonly backend?: Backend;
  readonly workspace?: Workspace;
  /** Makes what starts subagents, once, when the first is wanted. Needs no `model`: kinds of subagents may bring their own. */
  readonly subagentStarter?: (runtime: ToolRuntime<ToolMap>) => SubagentStarter;
}

/** Checks a time limit that a host gave. */
export function checkTimeout(name: string, value: number | false | undefined): void {
  if (value === undefined || value === false) return;
  if (!Number.isFinite(value) || value <= 0) {
    throw new RangeError(
      `${name} must be a positive number of milliseconds or false for no limit, but it is ${String(value)}.`,
    );
  }
}

/** Checks the model that a host gave; what looks like one and cannot be asked would list tools that never work. */
export function checkModel(model: unknown): void {
  if (model === undefined || typeof (model as Partial<Model> | null)?.generate === "function") return;
  const form = typeof model === "object" ? "an object without it" : `a ${typeof model}`;
  const what = model === null ? "null" : Array.isArray(model) ? "a list" : form;
  throw new TypeError(
    `model must be an object with generate(request), but it is ${what}. Adapters make it of your client (anthropicModel); leave it out for no model.`,
  );
}
