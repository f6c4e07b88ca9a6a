import { AbortWatch, createScheduler } from "../batching/index.js";
import type { AnyTool, Backend, Tool, ToolCall, ToolRequirement } from "../contract/index.js";
import { ToolError } from "../contract/index.js";
import { isHidden, normalizePermissions, type RuleSet } from "../permissions/index.js";
import { createToolRegistry, type ToolRegistry } from "../registry/index.js";
import { checkTruncationPolicy } from "../truncation/index.js";
import { systemClock } from "../values/index.js";
import {
  createDiscoverTools,
  executeCalls,
  explainCall,
  listTools,
  planCalls,
  resumeCalls,
  streamEvents,
} from "./calls/index.js";
import { checkHostOptions } from "./check-host-options.js";
import { kindOf } from "./host/kind-of.js";
import { limitCommands, toolIdentity } from "./judge/index.js";
import type { OutputBounds } from "./output/index.js";
import { requireCalls, requireOptions } from "./require-arguments.js";
import { createInProcessExecutor, outputsFor } from "./run/index.js";
import { type CoreRuntimeOptions, checkModel, checkTimeout } from "./runtime-options.js";
import {
  ApprovalSeals,
  createEventHub,
  lateStarter,
  loadPlugins,
  processApprovals,
  type RuntimeServices,
} from "./services/index.js";
import {
  createDisposals,
  createSession,
  endedInTime,
  exportSession,
  importSession,
  isLimitedAway,
  limitSession,
  requireSession,
  requireSessionOptions,
  runtimeThreads,
  type SessionOptions,
  sessionStatesOf,
  type TravelServices,
} from "./sessions/index.js";
import { steadyClock } from "./steady-clock.js";
import { steadyIds } from "./steady-ids.js";
import type { ExecuteOptions, ToolMap, ToolRuntime } from "./tool-runtime.js";
import {
  checkedRedact,
  DEFAULT_DIAGNOSTICS_BUDGET_MS,
  DEFAULT_MAX_CONCURRENCY,
  DEFAULT_MAX_TOTAL_TIMEOUT_MS,
  DEFAULT_TIMEOUT_MS,
  DEFAULT_TRUNCATION,
  InFlightList,
} from "./values/index.js";

/** The types of `invoke` for a list of tools. */
export type ToolMapOf<Tools extends readonly AnyTool[]> = {
  readonly [Each in Tools[number] as Each["name"]]: Each extends Tool<
    string,
    infer _Input,
    infer Output,
    infer Accepts
  >
    ? { readonly input: Accepts; readonly output: Output }
    : never;
};

/**
 * Creates a runtime from its parts: no built-in tools, no backend unless one is given, nothing of Node.
 *
 * Throws a `RangeError` or `TypeError` for invalid options and for tools whose names clash.
 *
 * @example
 * const runtime = createRuntime({ tools: [clockTool], permissions: "allow-all" });
 * const result = await runtime.execute({ id: "1", name: "clock", input: {} });
 */
export function createRuntime<const Tools extends readonly AnyTool[] = readonly []>(
  options: CoreRuntimeOptions<Tools> = {},
): ToolRuntime<ToolMapOf<Tools>> {
  checkHostOptions(options);
  const { cwd = "/" } = options;
  const ids = options.ids === undefined ? () => crypto.randomUUID() : steadyIds(options.ids);
  const disposal = new AbortController();
  const services = createServices({ ...options, cwd, ids }, disposal.signal, () => runtime);
  const { clock } = services;
  const disposals = createDisposals("runtime", undefined, clock);
  const defaultSession = createSession({ id: ids(), cwd, disposals, clock });
  const underway = new InFlightList<Promise<unknown>>();

  const openSession = (options?: SessionOptions) => {
    const wanted = requireSessionOptions(options);
    const session = createSession({
      ...{ disposals, clock },
      id: wanted.id ?? ids(),
      cwd: joinCwd(wanted.cwd, cwd, services),
      parent: wanted.parent,
    });
    limitSession(session, wanted, services.permissions);
    return session;
  };
  const travel: TravelServices = {
    states: sessionStatesOf(options),
    root: cwd,
    separator: services.backend?.files.path.sep ?? "/",
    clock,
    open: openSession,
  };

  const scopeOf = (options: ExecuteOptions | undefined) => {
    const { onApproval, signal, within, traceContext, confinement, onReject, onTimeline, session } =
      requireOptions(options);
    return {
      services: onApproval === undefined ? services : { ...services, onApproval },
      session: session ?? within?.session ?? defaultSession,
      ...{ signal, within, traceContext, confinement, onReject, onTimeline },
    };
  };
  const track = <Value>(run: Promise<Value>): Promise<Value> => {
    const place = underway.add(run);
    const forget = () => underway.remove(place);
    run.then(forget, forget);
    return run;
  };
  const executeBatch = (calls: readonly ToolCall[], execute?: ExecuteOptions) => {
    return track(executeCalls(requireCalls(calls, "executeBatch"), scopeOf(execute)));
  };
  const executeOne = async (call: ToolCall, execute?: ExecuteOptions) => {
    const [result] = await executeBatch([call], execute);
    if (result === undefined) throw new Error("A batch of one call returned no result.");
    return result;
  };

  const runtime: ToolRuntime<ToolMap> = {
    registry: services.registry,
    plugins: services.plugins,
    defaultSession,
    ...(services.model !== undefined && { model: services.model }),
    ...(services.threads !== undefined && { threads: runtimeThreads(services.threads, cwd) }),
    tools: (filter, list) => listTools(services, { filter, list, session: defaultSession }),
    execute: executeOne,
    executeBatch,
    stream: (calls, execute) => streamEvents(requireCalls(calls, "stream"), scopeOf(execute)),
    plan: async (calls, execute) =>
      planCalls(requireCalls(calls, "plan"), scopeOf(execute).session, services),
    explain: async (call, execute) => explainCall(call, scopeOf(execute).session, services),
    resume: async (results, answers, execute) => track(resumeCalls(results, answers, scopeOf(execute))),
    async invoke(name, input, execute) {
      const result = await executeOne({ id: ids(), name, input }, execute);
      if (result.status === "done") return result.result;
      throw new ToolError(result.error.message, {
        code: result.error.errorCode,
        ...(result.error.absolutePath !== undefined && { absolutePath: result.error.absolutePath }),
        ...(result.error.retryable !== undefined && { retryable: result.error.retryable }),
      });
    },
    cancel(callId) {
      if (typeof callId !== "string") {
        throw new TypeError(`cancel expects the id of a call, but it got ${kindOf(callId)}.`);
      }
      const runs = services.runs.all();
      return runs.map((run) => run.cancel(callId)).includes(true);
    },
    session: openSession,
    exportSession: async (session = defaultSession, how) =>
      exportSession(requireSession(session, "The session of exportSession"), how, travel),
    importSession: async (exported, how) => importSession(exported, how, travel),
    discover: createDiscoverTools(services, defaultSession, track),
    outputs: (session = defaultSession) =>
      outputsFor(requireSession(session, "The session of outputs"), services),
    endCommandsUnlessRenewed: (withinMs) => limitCommands(services.backend?.shell, withinMs),
    on: (listener) => services.events.on(listener),
    async [Symbol.asyncDispose]() {
      disposal.abort();
      // One listener for all runs: Node warns of a leak when there are more than ten.
      for (const run of services.runs.all()) run.stop();
      await endedInTime(underway.all(), clock);
      await disposals.dispose();
      await endedInTime([(async () => services.backend?.dispose?.())()], clock);
    },
  };
  // Only the compiler knows the names and types of the tools; at run time `invoke` takes any name.
  return runtime as unknown as ToolRuntime<ToolMapOf<Tools>>;
}

function createServices(
  options: CoreRuntimeOptions & { readonly cwd: string; readonly ids: () => string },
  disposal: AbortSignal,
  runtime: () => ToolRuntime<ToolMap>,
): RuntimeServices {
  checkTimeout("timeoutMs", options.timeoutMs);
  checkTimeout("approvalTimeoutMs", options.approvalTimeoutMs);
  checkTimeout("maxTotalTimeoutMs", options.maxTotalTimeoutMs);
  checkTimeout("diagnosticsBudgetMs", options.diagnosticsBudgetMs);
  const redact = options.redact && checkedRedact(options.redact);
  const clock = steadyClock(options.clock ?? systemClock);
  const bounds = boundsOf(options);
  const backend = options.backend ?? options.workspace?.backend;
  const permissions = {
    ...normalizePermissions(options.permissions ?? "default", permissionPlace(backend)),
    ...(options.mode !== undefined && { mode: options.mode }),
  };
  const registry: ToolRegistry = createToolRegistry([], {
    isOffered: (tool, session) => {
      const judged = toolIdentity(tool, registry);
      if (isHidden(judged, permissions)) return false;
      return session === undefined || !isLimitedAway(tool, judged, session);
    },
  });
  const { model, webSearch, subagentStarter } = options;
  checkModel(model);
  const threads = options.threads === false ? undefined : (options.threads ?? backend?.threads);
  const diagnostics = backend?.diagnostics;
  const subagents = subagentStarter && lateStarter(() => subagentStarter(runtime()));
  const offers = {
    model: subagents,
    "web-pages": backend?.pages,
    "web-search": webSearch,
    threads,
    diagnostics,
  } satisfies Record<ToolRequirement, unknown>;
  for (const tool of options.tools ?? []) {
    if ((tool.requires ?? []).every((requirement) => offers[requirement] !== undefined))
      registry.register(tool);
  }
  const plugins = loadPlugins(options.plugins ?? [], { registry, cwd: options.cwd, redact });
  const events = createEventHub();
  if (options.onEvent !== undefined) events.on(options.onEvent);
  const runs: RuntimeServices["runs"] = new InFlightList();
  const localExecutor = createInProcessExecutor({ clock, bounds, redact });
  return {
    registry,
    backend,
    workspace: options.workspace,
    permissions,
    onApproval: options.onApproval,
    approvalTimeoutMs: options.approvalTimeoutMs ?? false,
    seals: new ApprovalSeals(options.approvals ?? backend?.approvals ?? processApprovals()),
    repeatedCalls: repeatedCallsOf(options, permissions),
    ids: options.ids,
    scheduler: createScheduler({
      max: options.concurrency?.max ?? DEFAULT_MAX_CONCURRENCY,
      strategy: options.concurrency?.strategy ?? "dependency",
      clock,
      explains: plugins.observers.length > 0,
    }),
    runs,
    executor: options.executor ?? localExecutor,
    localExecutor,
    events,
    middleware: [...(options.middleware ?? []), ...plugins.middleware],
    observers: plugins.observers,
    plugins: plugins.reports,
    clock,
    inputRepair: options.inputRepair ?? "on",
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    maxTotalTimeoutMs: options.maxTotalTimeoutMs ?? DEFAULT_MAX_TOTAL_TIMEOUT_MS,
    redact,
    model,
    subagents,
    webSearch,
    threads,
    diagnostics,
    diagnosticsBudgetMs: options.diagnosticsBudgetMs ?? DEFAULT_DIAGNOSTICS_BUDGET_MS,
    aborts: new AbortWatch(),
    disposal,
  };
}

/** Returns the output bounds of a runtime. A plain policy of the host gets the default notice. */
function boundsOf({
  truncation = DEFAULT_TRUNCATION,
  canDelegate = false,
}: CoreRuntimeOptions): OutputBounds {
  const { limits, notice } =
    "limits" in truncation ? truncation : { limits: truncation, notice: DEFAULT_TRUNCATION.notice };
  return { limits: checkTruncationPolicy(limits), notice, canDelegate };
}

/** Returns the rule for repeated calls: where everything is allowed, repeating a call is allowed as well. */
function repeatedCallsOf({ repeatedCalls }: CoreRuntimeOptions, { boundaries }: RuleSet): "ask" | "allow" {
  const repeated: unknown = repeatedCalls ?? boundaries;
  if (repeated === "ask" || repeated === "allow") return repeated;
  throw new RangeError(`repeatedCalls must be "ask" or "allow", but it is ${String(repeated)}.`);
}

function permissionPlace(backend: Backend | undefined) {
  if (backend === undefined) return {};
  const { homeDirectory, caseSensitive, path } = backend.files;
  return {
    ...(homeDirectory !== undefined && { homeDirectory }),
    caseSensitive,
    separator: path.sep === "\\" ? ("\\" as const) : ("/" as const),
  };
}

function joinCwd(wanted: string | undefined, base: string, { backend }: RuntimeServices): string {
  if (wanted === undefined) return base;
  const path = backend?.files.path;
  return path === undefined || path.isAbsolute(wanted) ? wanted : path.join(base, wanted);
}
