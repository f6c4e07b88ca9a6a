import { AbortWatch, createScheduler } from "../batching/index.js";
import type { AnyTool, Backend, Tool, ToolCall, ToolRequirement } from "../contract/index.js";
import { ToolError } from "../contract/index.js";
import { isHidden, normalizePermissions, type RuleSet } from "../permissions/index.js";
import { createToolRegistry, type ToolRegistry } from "../registry/index.js";
import { checkTruncationPolicy } from "../truncation/index.js";
import { AnsweredRequests } from "./answered-requests.js";
import type { OutputBounds } from "./bound-output.js";
import { outputsFor } from "./call-outputs.js";
import { createDiscoverTools } from "./discover-tools.js";
import { createDisposals } from "./disposals.js";
import { createEventHub } from "./event-hub.js";
import { executeCalls } from "./execute-calls.js";
import { explainCall } from "./explain-call.js";
import { createInProcessExecutor } from "./in-process-executor.js";
import { judgedTool } from "./judged-tool.js";
import { listTools } from "./list-tools.js";
import { planCalls } from "./plan-calls.js";
import { loadPlugins } from "./plugins.js";
import { resumeCalls } from "./resume-calls.js";
import {
  DEFAULT_MAX_CONCURRENCY,
  DEFAULT_MAX_TOTAL_TIMEOUT_MS,
  DEFAULT_TIMEOUT_MS,
  DEFAULT_TRUNCATION,
} from "./runtime-defaults.js";
import { type CoreRuntimeOptions, checkTimeout } from "./runtime-options.js";
import type { RuntimeServices } from "./runtime-services.js";
import { createSession } from "./session.js";
import { streamEvents } from "./stream-events.js";
import type { SubagentStarter } from "./subagent-starter.js";
import { systemClock } from "./system-clock.js";
import type { ExecuteOptions, ToolMap, ToolRuntime } from "./tool-runtime.js";

/** The types of `invoke` that a list of tools gives. */
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
 * Throws a `RangeError` or `TypeError` for options that make no sense, and for tools whose names clash.
 *
 * @example
 * const runtime = createRuntime({ tools: [clockTool], permissions: "allow-all" });
 * const result = await runtime.execute({ id: "1", name: "clock", input: {} });
 */
export function createRuntime<const Tools extends readonly AnyTool[] = readonly []>(
  options: CoreRuntimeOptions<Tools> = {},
): ToolRuntime<ToolMapOf<Tools>> {
  const { cwd = "/", ids = () => crypto.randomUUID() } = options;
  const disposal = new AbortController();
  const services = createServices({ ...options, cwd, ids }, disposal.signal, () => runtime);
  const disposals = createDisposals("runtime");
  const defaultSession = createSession({ id: ids(), cwd, disposals });
  const underway = new Set<Promise<unknown>>();

  const scopeOf = (execute: ExecuteOptions | undefined) => ({
    services,
    session: execute?.session ?? execute?.within?.session ?? defaultSession,
    signal: execute?.signal,
    within: execute?.within,
    onReject: execute?.onReject,
    onTimeline: execute?.onTimeline,
  });
  const track = <Value>(run: Promise<Value>): Promise<Value> => {
    underway.add(run);
    const forget = () => underway.delete(run);
    run.then(forget, forget);
    return run;
  };
  const executeBatch = (calls: readonly ToolCall[], execute?: ExecuteOptions) => {
    if (!Array.isArray(calls)) {
      throw new TypeError(
        `executeBatch expects an array of calls { id, name, input }, but it got ${typeof calls}.`,
      );
    }
    return track(executeCalls(calls, scopeOf(execute)));
  };
  const executeOne = async (call: ToolCall, execute?: ExecuteOptions) => {
    const [result] = await executeBatch([call], execute);
    if (result === undefined) throw new Error("A batch of one call gave no result.");
    return result;
  };

  const runtime: ToolRuntime<ToolMap> = {
    registry: services.registry,
    plugins: services.plugins,
    defaultSession,
    ...(services.model !== undefined && { model: services.model }),
    ...(services.threads !== undefined && { threads: services.threads }),
    tools: (filter, list) => listTools(services, { filter, session: defaultSession, ...list }),
    execute: executeOne,
    executeBatch,
    stream: (calls, execute) => streamEvents(calls, scopeOf(execute)),
    plan: (calls, execute) => planCalls(calls, execute?.session ?? defaultSession, services),
    explain: (call, execute) => explainCall(call, execute?.session ?? defaultSession, services),
    resume: (results, answers, execute) => track(resumeCalls(results, answers, scopeOf(execute))),
    async invoke(name, input, execute) {
      const result = await executeOne({ id: ids(), name, input }, execute);
      if (result.status === "done") return result.result;
      throw new ToolError(result.error.message, {
        code: result.error.errorCode,
        ...(result.error.absolutePath !== undefined && { absolutePath: result.error.absolutePath }),
        ...(result.error.retryable !== undefined && { retryable: result.error.retryable }),
      });
    },
    cancel: (callId) => [...services.runs.values()].map((run) => run.cancel(callId)).includes(true),
    session: (session = {}) =>
      createSession({
        disposals,
        id: session.id ?? ids(),
        cwd: joinCwd(session.cwd, cwd, services),
        parent: session.parent,
      }),
    discover: createDiscoverTools(services, defaultSession, track),
    outputs: (session = defaultSession) => outputsFor(session, services),
    on: (listener) => services.events.on(listener),
    async [Symbol.asyncDispose]() {
      disposal.abort();
      // Not by a listener each: Node warns of a leak when there are more than ten.
      for (const run of services.runs.values()) run.stop();
      await Promise.allSettled(underway);
      await disposals.dispose();
      await services.backend?.dispose?.();
    },
  };
  // Names and types of the tools are known to the compiler only; at run time `invoke` takes any name.
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
  const { clock = systemClock, redact } = options;
  const bounds = boundsOf(options);
  const backend = options.backend ?? options.workspace?.backend;
  const permissions = {
    ...normalizePermissions(options.permissions ?? "default", permissionPlace(backend)),
    ...(options.mode !== undefined && { mode: options.mode }),
  };
  const registry: ToolRegistry = createToolRegistry([], {
    isOffered: (tool) => !isHidden(judgedTool(tool, registry), permissions),
  });
  const { model, webSearch, subagentStarter } = options;
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
  const plugins = loadPlugins(options.plugins ?? [], { registry, cwd: options.cwd });
  const events = createEventHub();
  if (options.onEvent !== undefined) events.on(options.onEvent);
  const runs: RuntimeServices["runs"] = new Map();
  return {
    registry,
    backend,
    workspace: options.workspace,
    permissions,
    onApproval: options.onApproval,
    approvalTimeoutMs: options.approvalTimeoutMs ?? false,
    answered: new AnsweredRequests(),
    repeatedCalls: repeatedCallsOf(options, permissions),
    ids: options.ids,
    scheduler: createScheduler({
      max: options.concurrency?.max ?? DEFAULT_MAX_CONCURRENCY,
      strategy: options.concurrency?.strategy ?? "dependency",
      clock,
    }),
    runs,
    executor: options.executor ?? createInProcessExecutor({ clock, bounds, redact }),
    events,
    middleware: [...(options.middleware ?? []), ...plugins.middleware],
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
    aborts: new AbortWatch(),
    disposal,
  };
}

/** The runtime is made after its services, and a starter of the runtime. */
function lateStarter(make: () => SubagentStarter): SubagentStarter {
  let made: SubagentStarter | undefined;
  return {
    of(context) {
      made ??= make();
      return made.of(context);
    },
  };
}

/** A plain policy of the host's comes with the default's words. */
function boundsOf({
  truncation = DEFAULT_TRUNCATION,
  canDelegate = false,
}: CoreRuntimeOptions): OutputBounds {
  const { limits, notice } =
    "limits" in truncation ? truncation : { limits: truncation, notice: DEFAULT_TRUNCATION.notice };
  return { limits: checkTruncationPolicy(limits), notice, canDelegate };
}

/** Where everything is allowed, so is doing it again. */
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
