import type { AnyTool, Tool, ToolCall, ToolSession } from "../contract/index.js";
import { ignoreRejection, ToolError } from "../contract/index.js";
import {
  createDiscoverTools,
  executeCalls,
  explainCall,
  listTools,
  loadPipeline,
  planCalls,
  resumeCalls,
  streamEvents,
  withTriedRules,
} from "./calls/index.js";
import { checkHostOptions } from "./check-host-options.js";
import { createServices } from "./create-services.js";
import { takingArguments } from "./host/at-once.js";
import { kindOf } from "./host/kind-of.js";
import { limitCommands } from "./judge/index.js";
import { requireCalls, requireExplainOptions, requireOptions } from "./require-arguments.js";
import { outputsFor } from "./run/index.js";
import type { CoreRuntimeOptions } from "./runtime-options.js";
import type { RuntimeServices } from "./services/index.js";
import {
  createDisposals,
  createSession,
  endedInTime,
  exportSession,
  importSession,
  limitSession,
  requireSession,
  requireSessionOptions,
  runtimeThreads,
  type SessionOptions,
  sessionStatesOf,
  subagentTypeOf,
  type TravelServices,
} from "./sessions/index.js";
import { steadyIds } from "./steady-ids.js";
import type { ExecuteOptions, ToolMap, ToolRuntime } from "./tool-runtime.js";
import { InFlightList } from "./values/index.js";

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
    limitSession(session, wanted, services);
    return session;
  };
  const travel: TravelServices = {
    states: sessionStatesOf(options),
    root: cwd,
    separator: services.backend?.files.path.sep ?? "/",
    clock,
    open: openSession,
  };

  const scopeOf = (options?: ExecuteOptions) => runScopeOf(options, services, defaultSession);
  const track = <Value>(run: Promise<Value>): Promise<Value> => {
    const index = underway.add(run);
    const forget = () => underway.remove(index);
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

  const runtime: ToolRuntime<ToolMap> = takingArguments({
    registry: services.registry,
    plugins: services.plugins,
    hasApprover: services.onApproval !== undefined,
    defaultSession,
    ...(services.model !== undefined && { model: services.model }),
    ...(services.threads !== undefined && { threads: runtimeThreads(services.threads, cwd) }),
    tools: (filter, list) => listTools(services, { filter, list, session: defaultSession }),
    execute: executeOne,
    executeBatch,
    stream: (calls, execute) => streamEvents(requireCalls(calls, "stream"), scopeOf(execute), track),
    plan: async (calls, execute) =>
      planCalls(requireCalls(calls, "plan"), scopeOf(execute).session, services),
    async explain(call, options) {
      const { rules, ...execute } = requireExplainOptions(options);
      return explainCall(call, scopeOf(execute).session, withTriedRules(services, rules));
    },
    resume: async (results, answers, execute) => track(resumeCalls(results, answers, scopeOf(execute))),
    async invoke(name, input, execute) {
      const result = await executeOne({ id: ids(), name, input }, execute);
      if (result.status === "done") return result.result;
      throw new ToolError(result.error.message, {
        code: result.error.errorCode,
        absolutePath: result.error.absolutePath,
        retryable: result.error.retryable,
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
  } satisfies ToolRuntime<ToolMap>);
  // A load that fails is tried again, and reported, by the first call.
  loadPipeline().catch(ignoreRejection);
  // Only the compiler knows the names and types of the tools; at run time `invoke` takes any name.
  return runtime as unknown as ToolRuntime<ToolMapOf<Tools>>;
}

/** Returns the scope of a run from its options; what is absent is that of the call around it. */
function runScopeOf(
  options: ExecuteOptions | undefined,
  services: RuntimeServices,
  defaultSession: ToolSession,
) {
  const given = requireOptions(options);
  const { onApproval, signal, within, traceContext, confinement, truncation, onReject, onTimeline } = given;
  const session = given.session ?? within?.session ?? defaultSession;
  return {
    services: onApproval === undefined ? services : { ...services, onApproval },
    session,
    ...{ signal, within, traceContext, confinement, truncation, onReject, onTimeline },
    messageId: given.messageId ?? within?.messageId,
    agent: given.agent ?? subagentTypeOf(session) ?? within?.agent,
    extra: given.extra ?? within?.extra,
  };
}

function joinCwd(wanted: string | undefined, base: string, { backend }: RuntimeServices): string {
  if (wanted === undefined) return base;
  const path = backend?.files.path;
  return path === undefined || path.isAbsolute(wanted) ? wanted : path.join(base, wanted);
}
