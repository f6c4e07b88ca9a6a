import {
  type AnyTool,
  ignoreRejection,
  type PermissionDecision,
  type PermissionRule,
  type ToolKind,
  type ToolSession,
} from "../../contract/index.js";
import {
  checkMode,
  checkRules,
  isHidden,
  type Mode,
  namesSubagent,
  type RuleSet,
  type ToolIdentity,
} from "../../permissions/index.js";
import { isRecord, requireKnownKeys, requireKnownValue } from "../../values/index.js";
import { atOnce } from "../host/at-once.js";
import { kindOf } from "../host/kind-of.js";
import { checkToolNames } from "../values/index.js";

/** The kind of subagent that a session belongs to. */
export interface SessionSubagent {
  /** The name of the kind. Toolbox tools that name other kinds are neither offered nor callable. */
  readonly type: string;
  /** `"read-only"` denies every tool that may change something, except toolbox tools that name the kind. */
  readonly rights: "read-only" | "full";
}

/** Limits of a session, in addition to those of its runtime and of its parent sessions. */
export interface SessionLimits {
  /**
   * The tools that are offered and callable, in addition to the runtime's mode, as in the Amp specification. Default:
   * all.
   */
  readonly mode?: Mode;
  /**
   * Rules that apply in addition to all others. The strictest verdict counts, so they can deny and ask, but never
   * allow what another rule does not. Relative paths start at this session's `cwd`, even in its child sessions.
   */
  readonly rules?: readonly PermissionRule[];
  /**
   * The tools that are offered and callable: canonical names, or a function. A function that throws excludes the
   * tool. Default: all.
   */
  readonly tools?: readonly string[] | ((tool: AnyTool) => boolean);
  /**
   * Set for a subagent (the Amp specification). The type of a child session replaces this one; the rights apply in
   * child sessions as well. Default: none.
   */
  readonly subagent?: SessionSubagent;
}

const CHANGING_KINDS: readonly ToolKind[] = ["edit", "delete", "move", "execute", "other"];

/** Rules that prevent a read-only subagent from changing anything; `fetch` asks as everywhere. */
const READ_ONLY_RULES: readonly PermissionRule[] = CHANGING_KINDS.map((kind) => ({
  kind,
  verdict: "deny",
  reason: "This subagent may only read.",
}));

/** The limits that one session of an ancestry sets itself. */
export interface SessionLimit {
  readonly owner: ToolSession;
  /** The rules; they allow whatever no rule matches. */
  readonly ruleSet: RuleSet;
  /** The rules for toolbox tools that name the subagent of the session, which may be read-only. */
  readonly namedRuleSet: RuleSet;
  readonly subagent: SessionSubagent | undefined;
  readonly includes: ((tool: AnyTool) => boolean) | undefined;
}

const NONE: readonly SessionLimit[] = [];

/** The limits of sessions and of their parents, stored separately so that tools cannot reach them. */
const limitsBySession = new WeakMap<ToolSession, readonly SessionLimit[]>();

/** Returns the limits that apply in a session, those of the topmost session first. */
export function sessionLimits(session: ToolSession): readonly SessionLimit[] {
  for (let each: ToolSession | undefined = session; each !== undefined; each = each.parent) {
    const limits = limitsBySession.get(each);
    if (limits !== undefined) return limits;
  }
  return NONE;
}

/** The rule set and the tools of the runtime of a session. */
interface SessionLimitsBase {
  readonly permissions: RuleSet;
  readonly knownTools: () => readonly AnyTool[];
}

/** Limits a new session. Throws like `normalizePermissions` for invalid rules. */
export function limitSession(
  session: ToolSession,
  { mode, rules = [], tools, subagent }: SessionLimits,
  { permissions: base, knownTools }: SessionLimitsBase,
): void {
  checkMode(mode);
  const checked = checkRules(rules);
  const includes = includesOf(tools);
  checkToolNames({ rules: checked, mode, ...(Array.isArray(tools) && { tools }) }, knownTools);
  checkSubagent(subagent);
  if (mode === undefined && checked.length === 0 && includes === undefined && subagent === undefined) return;
  const { mode: _ofTheRuntime, trustedFolders: _ofItsRules, defaults, ...inherits } = base;
  const allowed = Object.fromEntries(Object.keys(defaults).map((kind) => [kind, "allow"]));
  const namedRuleSet: RuleSet = {
    ...inherits,
    rules: checked,
    defaults: allowed as RuleSet["defaults"],
    boundaries: "allow",
    ...(mode !== undefined && { mode }),
  };
  const inherited = session.parent === undefined ? NONE : sessionLimits(session.parent);
  const ruleSet =
    subagent?.rights === "read-only"
      ? { ...namedRuleSet, rules: [...READ_ONLY_RULES, ...checked] }
      : namedRuleSet;
  limitsBySession.set(session, [...inherited, { owner: session, ruleSet, namedRuleSet, subagent, includes }]);
}

/** Returns whether the limits of a session exclude a tool. */
export function isLimitedAway(tool: AnyTool, judged: ToolIdentity, session: ToolSession): boolean {
  const limits = sessionLimits(session);
  return (
    isForOtherSubagents(judged, limits) ||
    limits.some((limit) => limit.includes?.(tool) === false || isHidden(judged, ruleSetFor(judged, limit)))
  );
}

/** Returns the kind of subagent that a session belongs to; `undefined` for a session of the host. */
export function subagentTypeOf(session: ToolSession): string | undefined {
  return innermostSubagent(sessionLimits(session))?.type;
}

function innermostSubagent(limits: readonly SessionLimit[]): SessionSubagent | undefined {
  return limits.findLast(({ subagent }) => subagent !== undefined)?.subagent;
}

/** Returns the rules of a session that apply to a tool. */
export function ruleSetFor({ toolbox }: Pick<ToolIdentity, "toolbox">, limit: SessionLimit): RuleSet {
  const { subagent, ruleSet, namedRuleSet } = limit;
  return subagent !== undefined && namesSubagent(toolbox, subagent.type) ? namedRuleSet : ruleSet;
}

/** Returns whether a toolbox tool names subagents, and not the one of the session. */
export function isForOtherSubagents(
  { toolbox }: Pick<ToolIdentity, "toolbox">,
  limits: readonly SessionLimit[],
): boolean {
  if (toolbox?.subagentTypes === undefined) return false;
  const own = innermostSubagent(limits);
  return own !== undefined && !namesSubagent(toolbox, own.type);
}

/** The decision about a tool that a session does not have. */
export const NOT_IN_SESSION: PermissionDecision = {
  verdict: "deny",
  source: "mode",
  reason: "The tool is not available in this session.",
};

function checkSubagent(subagent: unknown): void {
  if (subagent === undefined) return;
  if (!isRecord(subagent))
    throw new TypeError(`subagent of a session must be an object, not ${kindOf(subagent)}.`);
  requireKnownKeys("subagent of a session", subagent, { type: true, rights: true }, "key");
  if (typeof subagent.type !== "string" || subagent.type === "")
    throw new TypeError(`subagent.type of a session must be a name, not ${kindOf(subagent.type)}.`);
  requireKnownValue("subagent.rights of a session", subagent.rights, ["read-only", "full"]);
}

function includesOf(tools: SessionLimits["tools"]): SessionLimit["includes"] {
  if (tools === undefined) return undefined;
  if (typeof tools === "function") {
    return (tool) => {
      try {
        return atOnce<unknown>(tools(tool)) === true;
      } catch (thrown) {
        ignoreRejection(thrown);
        return false;
      }
    };
  }
  if (!Array.isArray(tools)) {
    throw new TypeError(`tools of a session must be a list of names or a function, not ${typeof tools}.`);
  }
  const stranger: unknown = Array.from<unknown>(tools).find((name) => typeof name !== "string");
  if (stranger !== undefined || tools.includes(undefined as never)) {
    throw new TypeError(
      `tools of a session must be a list of names, but one of them is ${kindOf(stranger)}.`,
    );
  }
  const names = new Set<string>(tools);
  return ({ name }) => names.has(name);
}
