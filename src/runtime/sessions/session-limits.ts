import {
  type AnyTool,
  ignoreRejection,
  type PermissionDecision,
  type PermissionRule,
  type ToolSession,
} from "../../contract/index.js";
import {
  checkMode,
  checkRules,
  isHidden,
  type Mode,
  type RuleSet,
  type ToolIdentity,
} from "../../permissions/index.js";
import { atOnce } from "../host/at-once.js";
import { kindOf } from "../host/kind-of.js";
import { checkToolNames } from "../values/index.js";

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
}

/** The limits that one session of an ancestry sets itself. */
export interface SessionLimit {
  readonly owner: ToolSession;
  /** The rules; they allow whatever no rule matches. */
  readonly ruleSet: RuleSet;
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
  { mode, rules = [], tools }: SessionLimits,
  { permissions: base, knownTools }: SessionLimitsBase,
): void {
  checkMode(mode);
  const checked = checkRules(rules);
  const includes = includesOf(tools);
  checkToolNames({ rules: checked, mode, ...(Array.isArray(tools) && { tools }) }, knownTools);
  if (mode === undefined && checked.length === 0 && includes === undefined) return;
  const { mode: _ofTheRuntime, trustedFolders: _ofItsRules, defaults, ...inherits } = base;
  const allowed = Object.fromEntries(Object.keys(defaults).map((kind) => [kind, "allow"]));
  const ruleSet: RuleSet = {
    ...inherits,
    rules: checked,
    defaults: allowed as RuleSet["defaults"],
    boundaries: "allow",
    ...(mode !== undefined && { mode }),
  };
  const inherited = session.parent === undefined ? NONE : sessionLimits(session.parent);
  limitsBySession.set(session, [...inherited, { owner: session, ruleSet, includes }]);
}

/** Returns whether the limits of a session exclude a tool. */
export function isLimitedAway(tool: AnyTool, judged: ToolIdentity, session: ToolSession): boolean {
  return sessionLimits(session).some(
    ({ ruleSet, includes }) => includes?.(tool) === false || isHidden(judged, ruleSet),
  );
}

/** The decision about a tool that a session does not have. */
export const NOT_IN_SESSION: PermissionDecision = {
  verdict: "deny",
  source: "mode",
  reason: "The tool is not available in this session.",
};

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
