import { AbortWatch, createScheduler } from "../batching/index.js";
import type { Backend, Executor, PermissionRule, ToolRequirement } from "../contract/index.js";
import { checkEditEngine } from "../fuzzy/index.js";
import { isHidden, normalizePermissions, type RuleSet } from "../permissions/index.js";
import { createToolRegistry, type ToolRegistry } from "../registry/index.js";
import { checkTruncationOption, mergeLimits } from "../truncation/index.js";
import { systemClock } from "../values/index.js";
import { isHostObject, isList } from "./host/kind-of.js";
import { toolIdentity } from "./judge/index.js";
import type { OutputBounds } from "./output/index.js";
import { createInProcessExecutor } from "./run/index.js";
import { type CoreRuntimeOptions, checkModel, checkTimeout } from "./runtime-options.js";
import {
  ApprovalSeals,
  createEventHub,
  lateStarter,
  loadPlugins,
  needsShell,
  processApprovals,
  type RuntimeServices,
} from "./services/index.js";
import { isLimitedAway, shownTools } from "./sessions/index.js";
import { steadyClock } from "./steady-clock.js";
import type { ToolMap, ToolRuntime } from "./tool-runtime.js";
import {
  checkedRedact,
  checkToolNames,
  DEFAULT_DIAGNOSTICS_BUDGET_MS,
  DEFAULT_MAX_CONCURRENCY,
  DEFAULT_MAX_REMOTE_CONCURRENCY,
  DEFAULT_MAX_TOTAL_TIMEOUT_MS,
  DEFAULT_TIMEOUT_MS,
  DEFAULT_TRUNCATION,
  InFlightList,
} from "./values/index.js";

/** Throws if commands would run without a question, although no sandbox confines them. */
function checkAutoAllow({ autoAllow }: RuleSet, backend: Backend | undefined): void {
  if (autoAllow !== "sandboxed" || backend?.shell === undefined || backend.shell.confinesCommands === true)
    return;
  throw new TypeError(
    'permissions: autoAllow "sandboxed" needs a shell that confines every command: set shell: { sandbox: "require", network: "off" }.',
  );
}

/** Creates the services of a runtime from its options; throws a `RangeError` or `TypeError` for options that make no sense. */
export function createServices(
  options: CoreRuntimeOptions & { readonly cwd: string; readonly ids: () => string },
  disposal: AbortSignal,
  runtime: () => ToolRuntime<ToolMap>,
): RuntimeServices {
  if (options.edits !== undefined) checkEditEngine(options.edits, "edits");
  checkTimeout("timeoutMs", options.timeoutMs);
  checkTimeout("approvalTimeoutMs", options.approvalTimeoutMs);
  checkTimeout("maxTotalTimeoutMs", options.maxTotalTimeoutMs);
  checkTimeout("diagnosticsBudgetMs", options.diagnosticsBudgetMs);
  const redact = options.redact && checkedRedact(options.redact);
  const strategy = options.concurrency?.strategy ?? "dependency";
  const clock = steadyClock(options.clock ?? systemClock);
  const bounds = boundsOf(options);
  const backend = options.backend ?? options.workspace?.backend;
  const permissions = {
    ...normalizePermissions(options.permissions ?? "default", pathBaseOf(backend)),
    ...(options.mode !== undefined && { mode: options.mode }),
  };
  checkAutoAllow(permissions, backend);
  // An executor runs the calls elsewhere, with its own shell.
  const hasShell = backend?.shell !== undefined || options.executor !== undefined;
  const registry: ToolRegistry = createToolRegistry([], {
    isOffered: (tool, session) => {
      if (!hasShell && needsShell(tool)) return false;
      const judged = toolIdentity(tool, registry);
      if (isHidden(judged, permissions)) return false;
      return session === undefined || !isLimitedAway(tool, judged, session);
    },
    shown: (tool, session) => shownTools(tool, permissions, session, backend?.shell?.description),
  });
  const { model, webSearch, subagentStarter } = options;
  checkModel(model);
  const threads = options.threads === false ? undefined : (options.threads ?? backend?.threads);
  const diagnostics = backend?.diagnostics;
  const subagents = subagentStarter && lateStarter(() => subagentStarter(runtime()));
  const offers = {
    // Registered without one as well, so that a call and its explanation name what is missing.
    shell: true,
    get powershell() {
      return backend?.shell?.languages?.includes("powershell") === true ? true : undefined;
    },
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
  const declaredTools = options.tools ?? [];
  const knownTools = () => [...declaredTools, ...registry.list()];
  checkToolNames({ rules: rulesOf(options.permissions), mode: options.mode }, knownTools);
  const events = createEventHub();
  if (options.onEvent !== undefined) events.on(options.onEvent);
  const runs: RuntimeServices["runs"] = new InFlightList();
  const localExecutor = createInProcessExecutor({ clock, bounds, redact });
  return {
    registry,
    knownTools,
    backend,
    workspace: options.workspace,
    permissions,
    hasShell,
    onApproval: options.onApproval,
    approvalTimeoutMs: options.approvalTimeoutMs ?? false,
    seals: new ApprovalSeals(options.approvals ?? backend?.approvals ?? processApprovals()),
    repeatedCalls: repeatedCallsOf(options, permissions),
    edits: options.edits,
    ids: options.ids,
    strategy,
    scheduler: createScheduler({
      max: options.concurrency?.max ?? defaultConcurrency(options.executor),
      strategy,
      clock,
      explains: plugins.observers.length > 0,
    }),
    runs,
    executor: options.executor ?? localExecutor,
    localExecutor,
    events,
    hooks: options.hooks ?? [],
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

/** Returns the rules that the host wrote, without those of its preset. */
function rulesOf(input: CoreRuntimeOptions["permissions"]): readonly PermissionRule[] {
  if (input === undefined || typeof input === "string") return [];
  // What cannot be read is refused where the policy is created.
  if (isList(input)) return input as readonly PermissionRule[];
  return isHostObject(input) ? ((input as { readonly rules?: readonly PermissionRule[] }).rules ?? []) : [];
}

/** Returns the output bounds of a runtime. A plain policy gets the default notice; absent limits are the default ones. */
function boundsOf({
  truncation = DEFAULT_TRUNCATION,
  canDelegate = false,
  tools = [],
  model,
}: CoreRuntimeOptions): OutputBounds {
  // Without a model, the subagents are those of the host.
  const delegating = model === undefined ? [] : tools.filter(({ requires }) => requires?.includes("model"));
  const subagentTools = delegating.map(({ name }) => name);
  checkTruncationOption(truncation);
  const { limits, notice } =
    "limits" in truncation ? truncation : { limits: truncation, notice: DEFAULT_TRUNCATION.notice };
  return { limits: mergeLimits(limits, DEFAULT_TRUNCATION.limits), notice, canDelegate, subagentTools };
}

/** Returns the rule for repeated calls: where everything is allowed, repeating a call is allowed as well. */
function repeatedCallsOf({ repeatedCalls }: CoreRuntimeOptions, { boundaries }: RuleSet): "ask" | "allow" {
  const repeated: unknown = repeatedCalls ?? boundaries;
  if (repeated === "ask" || repeated === "allow") return repeated;
  throw new RangeError(`repeatedCalls must be "ask" or "allow", but it is ${String(repeated)}.`);
}

function pathBaseOf(backend: Backend | undefined) {
  if (backend === undefined) return {};
  const { homeDirectory, caseSensitive, path } = backend.files;
  return {
    ...(homeDirectory !== undefined && { homeDirectory }),
    caseSensitive,
    separator: path.sep === "\\" ? ("\\" as const) : ("/" as const),
  };
}

/** Only the executor of a remote backend judges by the text of paths. */
function defaultConcurrency(executor: Executor | undefined): number {
  return executor?.judging === undefined ? DEFAULT_MAX_CONCURRENCY : DEFAULT_MAX_REMOTE_CONCURRENCY;
}
