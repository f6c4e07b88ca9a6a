import type { Clock, Workspace } from "../../contract/index.js";
import { checkRules } from "../../permissions/index.js";
import { checkModel } from "../../runtime/index.js";
import type { AgentKind } from "./agent-kind.js";
import { agentKinds } from "./built-in-kinds.js";

/** Subagents within subagents: one that a host's agent starts may start some itself, and those none. */
export const DEFAULT_MAX_DEPTH = 2;

/** A session that starts more than these in all has lost its way. */
export const DEFAULT_MAX_PER_SESSION = 256;

/** Subagents of one depth that run at the same time: providers limit how much is asked at once. */
export const DEFAULT_MAX_AT_ONCE = 8;

/** What a host may say about subagents. */
export interface SubagentOptions {
  /** Kinds besides the built-in ones; one with the name of such a kind takes its place. */
  readonly kinds?: readonly AgentKind[];
  /** How deep subagents may be nested. Default {@link DEFAULT_MAX_DEPTH}. */
  readonly maxDepth?: number;
  /** How many a session and its subagents may start in all. Default {@link DEFAULT_MAX_PER_SESSION}. */
  readonly maxPerSession?: number;
  /** How many of one depth run at the same time; others wait. Default {@link DEFAULT_MAX_AT_ONCE}. */
  readonly maxAtOnce?: number;
}

/** What else a starter is made of. */
export interface SubagentStarterOptions extends SubagentOptions {
  /** Where changes are taken back. Without one, nothing can be. */
  readonly workspace?: Workspace | undefined;
  /** Default: the machine. */
  readonly clock?: Clock | undefined;
}

/** All kinds in order: the built-in ones, replaced in place, then those of the host. Throws for kinds that make no sense. */
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

/** Checks the numbers; throws a `RangeError` that names the wrong one, a `TypeError` for what holds none. */
export function checkSubagentLimits(options: SubagentOptions): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`subagents must be an object or false, but it is ${String(options)}.`);
  }
  for (const name of ["maxDepth", "maxPerSession", "maxAtOnce"] as const) {
    const value = options[name];
    if (value === undefined || (Number.isSafeInteger(value) && value > 0)) continue;
    throw new RangeError(`subagents: ${name} must be a positive whole number, but it is ${String(value)}.`);
  }
}

function checkKind(kind: AgentKind): void {
  if (typeof kind !== "object" || kind === null) {
    throw new TypeError(`subagents: a kind must be an object, but one is ${String(kind)}.`);
  }
  const { name, description, rights, system, tools, model, budget = {}, rules } = kind;
  for (const [field, value] of Object.entries({ name, description, system })) {
    if (typeof value === "string" && value.trim() !== "") continue;
    throw new TypeError(`subagents: a kind needs a ${field}, a text that is not empty.`);
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
