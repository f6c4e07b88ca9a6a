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
import type { EditEngine } from "../fuzzy/index.js";
import type { Mode, PermissionsInput } from "../permissions/index.js";
import type { TruncationPreset } from "../truncation/index.js";
import type { CallHook, Middleware, PluginEntry, SubagentStarter } from "./services/index.js";
import type { ToolMap, ToolRuntime } from "./tool-runtime.js";

/** Options for the number of calls that run at once and for their order. */
export interface ConcurrencyOptions {
  /** A positive integer or Infinity; default 64, and 1,024 where whole calls run on the machine of the backend (`collet/remote`). */
  readonly max?: number;
  /**
   * `dependency` (default): a call waits for the earlier calls that it conflicts with. `batches`: the groups of the
   * Amp specification, one after the other. `serial`: one call at a time.
   */
  readonly strategy?: "dependency" | "batches" | "serial";
}

/** Options of a runtime; every option has a safe default. */
export interface RuntimeOptions<Tools extends readonly AnyTool[] = readonly AnyTool[]> {
  /** The absolute path that relative paths start at. */
  readonly cwd?: string;
  /** The host's tools, in addition to those of the toolset. */
  readonly tools?: Tools;
  /** Rules or a preset: `"default"`, `"read-only"`, `"amp"`, `"allow-all"`. Default `"default"`. */
  readonly permissions?: PermissionsInput;
  /** Answers `ask` verdicts in this process. Without it such calls return as `blocked-on-user`. */
  readonly onApproval?: ApprovalHandler;
  /**
   * Milliseconds after which a question that `onApproval` has not answered counts as rejected; `false` for no limit.
   * Default `false`.
   */
  readonly approvalTimeoutMs?: number | false;
  /**
   * The secret that signs blocked calls, and the record of the answered ones. Runtimes that share a store can resume
   * each other's blocked calls, each once. Default: the backend's store, which lies in the state directory; without
   * one, a store of this process.
   */
  readonly approvals?: ApprovalStore;
  /**
   * The verdict for a call that would run unasked but repeats without a new result: the same call for the third time
   * in a row, or the fourth call of A, B, A, B. Default `"ask"`; `"allow"` with the preset `"allow-all"`.
   */
  readonly repeatedCalls?: "ask" | "allow";
  /** The tools that are offered and callable, as in the Amp specification. Default: all. */
  readonly mode?: Mode;
  /** Limits of calls that run at the same time. Default: the defaults of {@link ConcurrencyOptions}. */
  readonly concurrency?: ConcurrencyOptions;
  /** The executor that carries out approved calls. Default: this process. */
  readonly executor?: Executor;
  /**
   * The engine of the edit tools: a preset of `collet/fuzzy`, its matchers and thresholds. Default: the toolset's, otherwise
   * `{ preset: "safe" }`, which edits only a place that is certain.
   */
  readonly edits?: EditEngine | undefined;
  /**
   * Milliseconds without progress after which a call ends; `false` for no limit. Default 120,000, as in the Amp
   * specification.
   */
  readonly timeoutMs?: number | false;
  /** Milliseconds after which a call ends whatever its progress; `false` for no limit. Default one hour. */
  readonly maxTotalTimeoutMs?: number | false;
  /**
   * The limits of the text that the model reads of one result. Absent ones keep their default, the limits of the
   * toolset, otherwise 102,400 bytes from the start, as in the Amp specification. No result has more than 1,048,576
   * bytes (`MAX_RESULT_BYTES`).
   */
  readonly truncation?: TruncationPolicy | TruncationPreset;
  /**
   * The model of subagents and `runAgent`. Collet contains no client: an adapter such as `anthropicModel` wraps the
   * host's client. Without a model, the tools that need one are not offered.
   */
  readonly model?: Model;
  /** The search engine of `web_search`. Without one, the tool is not offered. */
  readonly webSearch?: WebSearchProvider;
  /** The store of earlier threads; `false` for none. Default: the backend's store. */
  readonly threads?: ThreadStore | false;
  /**
   * Milliseconds that the result of a call that changed files waits for the diagnostics of the backend's language
   * servers; `false` adds no diagnostics to results. Default 2,500.
   */
  readonly diagnosticsBudgetMs?: number | false;
  /**
   * Whether the model has a subagent that can read a stored output; the truncation notice then advises it.
   * Default: true when the toolset has subagents and there is a model.
   */
  readonly canDelegate?: boolean;
  /**
   * Removes text that neither the model nor the disk may see. Runs over every result before it is truncated and
   * stored, and over every whole line of output that a tool stores while it runs. Default: removes nothing.
   */
  readonly redact?: (text: string) => string;
  /** Whether an input is repaired by its schema before validation. Default `"on"`. */
  readonly inputRepair?: "on" | "off";
  /** Functions that judge every call before it runs and read its result afterwards. Default: none. */
  readonly hooks?: readonly CallHook[];
  /** Functions around every call, the first one outermost. Default: none. */
  readonly middleware?: readonly Middleware[];
  /** Functions that add tools and middleware, in order. `runtime.plugins` reports the outcome of each. */
  readonly plugins?: readonly PluginEntry[];
  /** Shorthand for `runtime.on(listener)`. */
  readonly onEvent?: ToolEventListener;
  /** The session state of the host's tools, which `exportSession` can include. */
  readonly sessionStates?: readonly SessionState[];
  /** The source of time. Default: the clock of the machine. */
  readonly clock?: Clock;
  /** Creates the ids of sessions and questions. Default: random UUIDs. */
  readonly ids?: () => string;
}

/** Options of a runtime without built-in parts. */
export interface CoreRuntimeOptions<Tools extends readonly AnyTool[] = readonly AnyTool[]>
  extends RuntimeOptions<Tools> {
  /** The working directory. Default `"/"`. */
  readonly cwd?: string;
  readonly backend?: Backend;
  readonly workspace?: Workspace;
  /**
   * Creates the starter of subagents, once, when the first subagent is needed. Needs no `model`: a kind of subagent
   * may bring its own.
   */
  readonly subagentStarter?: (runtime: ToolRuntime<ToolMap>) => SubagentStarter;
}

/** Checks a time limit that the host set. Throws a `RangeError` for an invalid one. */
export function checkTimeout(name: string, value: number | false | undefined): void {
  if (value === undefined || value === false) return;
  if (!Number.isFinite(value) || value <= 0) {
    throw new RangeError(
      `${name} must be a positive number of milliseconds or false for no limit, but it is ${String(value)}.`,
    );
  }
}

/** Checks the model that the host passed. A value that cannot generate replies would list tools that never work. */
export function checkModel(model: unknown): void {
  if (model === undefined || typeof (model as Partial<Model> | null)?.generate === "function") return;
  const form = typeof model === "object" ? "an object without it" : `a ${typeof model}`;
  const what = model === null ? "null" : Array.isArray(model) ? "a list" : form;
  throw new TypeError(
    `model must be an object with generate(request), but it is ${what}. Wrap your client with an adapter such as anthropicModel, or omit the option.`,
  );
}
