import {
  type AnyTool,
  ignoreRejection,
  type PermissionDecision,
  type PermissionRule,
  type ToolSession,
} from "../../contract/index.js";
import { checkRules, isHidden, type Mode, type RuleSet, type ToolIdentity } from "../../permissions/index.js";
import { atOnce } from "../host/at-once.js";
import { kindOf } from "../host/kind-of.js";

/** What a session may do at the most, beside what its runtime and the sessions it works for allow. */
export interface SessionLimits {
  /** Which tools are offered and callable, besides the runtime's mode (seed 001). Default: all. */
  readonly mode?: Mode;
  /**
   * Rules that hold besides all others: the strictest verdict counts, so they can forbid and ask, and never allow what would
   * otherwise not be. Relative paths start at this session's `cwd`, in sessions that work for it too.
   */
  readonly rules?: readonly PermissionRule[];
  /** The tools that are offered and callable: canonical names, or a function. One that throws leaves the tool out. Default: all. */
  readonly tools?: readonly string[] | ((tool: AnyTool) => boolean);
}

/** The limits that one session of an ancestry has of its own. */
export interface SessionLimit {
  readonly owner: ToolSession;
  /** Allows whatever no rule of it speaks about. */
  readonly ruleSet: RuleSet;
  readonly includes: ((tool: AnyTool) => boolean) | undefined;
}

const NONE: readonly SessionLimit[] = [];

/** The limits of sessions and of all they work for; kept apart so that tools cannot reach them. */
const limitsBySession = new WeakMap<ToolSession, readonly SessionLimit[]>();

/** The limits that hold in a session, those of the topmost session first. */
export function sessionLimits(session: ToolSession): readonly SessionLimit[] {
  for (let each: ToolSession | undefined = session; each !== undefined; each = each.parent) {
    const limits = limitsBySession.get(each);
    if (limits !== undefined) return limits;
  }
  return NONE;
}

/** Limits a new session. Throws like `normalizePermissions` for rules that make no sense. */
export function limitSession(
  session: ToolSession,
  { mode, rules = [], tools }: SessionLimits,
  base: RuleSet,
): void {
  const checked = checkRules(rules);
  const includes = includesOf(tools);
  if (mode === undefined && checked.length === 0 && includes === undefined) return;
  const { mode: _ofTheRuntime, trustedFolders: _ofItsRules, defaults, ...place } = base;
  const allowed = Object.fromEntries(Object.keys(defaults).map((kind) => [kind, "allow"]));
  const ruleSet: RuleSet = {
    ...place,
    rules: checked,
    defaults: allowed as RuleSet["defaults"],
    boundaries: "allow",
    ...(mode !== undefined && { mode }),
  };
  const inherited = session.parent === undefined ? NONE : sessionLimits(session.parent);
  limitsBySession.set(session, [...inherited, { owner: session, ruleSet, includes }]);
}

/** Whether the limits of a session leave a tool out altogether. */
export function isLimitedAway(tool: AnyTool, judged: ToolIdentity, session: ToolSession): boolean {
  return sessionLimits(session).some(
    ({ ruleSet, includes }) => includes?.(tool) === false || isHidden(judged, ruleSet),
  );
}

/** What is decided about a tool that a session does not have. */
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
