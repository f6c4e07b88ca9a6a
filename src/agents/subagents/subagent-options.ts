import type { AgentBudget, Clock, Workspace } from "../../contract/index.js";
import { checkRules } from "../../permissions/index.js";
import { checkModel } from "../../runtime/index.js";
import { type KeysOf, requireKnownKeys } from "../../values/index.js";
import type { AgentKind } from "./agent-kind.js";
import { agentKinds } from "./built-in-kinds.js";

/** Nesting depth of subagents: a subagent of the host's agent may start subagents, and those may not. */
export const DEFAULT_MAX_DEPTH = 2;

/** Number of subagents that a session may start in total; a session that starts more is not making progress. */
export const DEFAULT_MAX_PER_SESSION = 256;

/** Subagents of one depth that run at the same time: providers limit the number of concurrent requests. */
export const DEFAULT_MAX_AT_ONCE = 8;

/** Options for subagents. */
export interface SubagentOptions {
  /** Kinds in addition to the built-in ones; a kind with the name of a built-in one replaces it. */
  readonly kinds?: readonly AgentKind[];
  /** Nesting depth of subagents. Default {@link DEFAULT_MAX_DEPTH}. */
  readonly maxDepth?: number;
  /**
   * Number of subagents that a session and its subagents may start in total. Default {@link DEFAULT_MAX_PER_SESSION}.
   */
  readonly maxPerSession?: number;
  /** Number of subagents of one depth that run at the same time; others wait. Default {@link DEFAULT_MAX_AT_ONCE}. */
  readonly maxAtOnce?: number;
}

const SUBAGENT_OPTION_NAMES = {
  kinds: true,
  maxDepth: true,
  maxPerSession: true,
  maxAtOnce: true,
} as const satisfies KeysOf<SubagentOptions>;

const KIND_KEYS = {
  name: true,
  description: true,
  rights: true,
  system: true,
  tools: true,
  model: true,
  budget: true,
  rules: true,
} as const satisfies KeysOf<AgentKind>;

const BUDGET_KEYS = {
  maxSteps: true,
  maxTokens: true,
  timeoutMs: true,
} as const satisfies KeysOf<AgentBudget>;

/** Options of a starter, with the parts that it depends on. */
export interface SubagentStarterOptions extends SubagentOptions {
  /** The workspace in which changes are undone. Without one, no change can be undone. */
  readonly workspace?: Workspace | undefined;
  /** The source of time. Default: the clock of the machine. */
  readonly clock?: Clock | undefined;
}

/**
 * Returns all kinds in order: the built-in ones with replacements in the same position, then those of the host.
 * Throws for invalid kinds.
 */
export function kindsOf({ kinds = [] }: SubagentOptions): ReadonlyMap<string, AgentKind> {
  if (!Array.isArray(kinds)) throw new TypeError("subagents: kinds must be a list.");
  const byName = new Map<string, AgentKind>(Object.values(agentKinds).map((kind) => [kind.name, kind]));
  const given = new Set<string>();
  for (const kind of kinds as readonly AgentKind[]) {
    checkKind(kind);
    if (given.has(kind.name)) throw new TypeError(`subagents: two kinds are named "${kind.name}".`);
    given.add(kind.name);
    byName.set(kind.name, kind);
  }
  return byName;
}

/**
 * Checks the limits; throws a `RangeError` that names the invalid one, a `TypeError` for a value that is not an
 * object.
 */
export function checkSubagentLimits(options: SubagentOptions): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`subagents must be an object or false, but it is ${String(options)}.`);
  }
  for (const name of ["maxDepth", "maxPerSession", "maxAtOnce"] as const) {
    const value = options[name];
    if (value === undefined || (Number.isSafeInteger(value) && value > 0)) continue;
    throw new RangeError(`subagents: ${name} must be a positive integer, but it is ${String(value)}.`);
  }
}

/** Checks the option `subagents` of a host; throws a `TypeError` or `RangeError` that names the invalid part. */
export function checkSubagentOptions(options: SubagentOptions): void {
  checkSubagentLimits(options);
  requireKnownKeys("subagents", options, SUBAGENT_OPTION_NAMES);
}

function checkKind(kind: AgentKind): void {
  if (typeof kind !== "object" || kind === null) {
    throw new TypeError(`subagents: a kind must be an object, but one is ${String(kind)}.`);
  }
  requireKnownKeys("subagents: a kind", kind, KIND_KEYS, "key");
  requireKnownKeys("subagents: the budget of a kind", kind.budget ?? {}, BUDGET_KEYS, "key");
  const { name, description, rights, system, tools, model, budget = {}, rules } = kind;
  for (const [field, value] of Object.entries({ name, description, system })) {
    if (typeof value === "string" && value.trim() !== "") continue;
    throw new TypeError(`subagents: a kind needs a ${field}, a string that is not empty.`);
  }
  if (rights !== "read-only" && rights !== "full") {
    throw new TypeError(
      `subagents: the rights of "${name}" must be "read-only" or "full", not ${String(rights)}.`,
    );
  }
  if (tools !== undefined && typeof tools !== "function" && !Array.isArray(tools)) {
    throw new TypeError(`subagents: tools of "${name}" must be a list of names or a function.`);
  }
  for (const [limit, value] of Object.entries(budget) as [string, unknown][]) {
    const isCount = limit === "maxSteps" ? Number.isSafeInteger(value) : Number.isFinite(value);
    if (value === undefined || (isCount && Number(value) > 0)) continue;
    throw new RangeError(
      `subagents: ${limit} of "${name}" must be a positive number, but it is ${String(value)}.`,
    );
  }
  checkModel(model);
  checkRules(rules ?? []);
}
