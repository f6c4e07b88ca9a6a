import type {
  AnyTool,
  PermissionDecision,
  PermissionRule,
  ToolSession,
  Verdict,
} from "../../contract/index.js";
import {
  type CommandReading,
  judge,
  type PermissionRequest,
  type RuleSet,
  type SessionRules,
} from "../../permissions/index.js";
import { bothConfinements, type RuntimeServices } from "../services/index.js";
import {
  isForOtherSubagents,
  NOT_IN_SESSION,
  ruleSetFor,
  sessionGrants,
  sessionLimits,
} from "../sessions/index.js";
import type { CallFacts } from "./call-facts.js";

/** The session whose call is judged, with the folders that its rules start from. */
export interface JudgedSession {
  readonly tool: AnyTool;
  readonly session: ToolSession;
  readonly realCwd: string;
  /** Other working directories of the parent sessions, with their symlinks resolved. */
  readonly otherCwds: ReadonlyMap<string, string>;
}

const STRICTNESS: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 };

/** The empty map, for calls whose sessions share one working directory, as nearly all do. */
export const NO_OTHER_CWDS: ReadonlyMap<string, string> = new Map();

/**
 * Judges a call by the rules of the runtime, of its session and of every parent session: the strictest verdict
 * counts.
 *
 * Relative patterns start at the working directory of the session that set the rules. Rules of the runtime are judged
 * from each working directory of the ancestry, so a subagent in another folder cannot bypass them. The grants of a
 * session apply in its child sessions, and satisfy its own limits and theirs.
 */
export function judgeCall(
  request: PermissionRequest,
  { tool, session, realCwd, otherCwds }: JudgedSession,
  { permissions }: Pick<RuntimeServices, "permissions">,
  reading: CommandReading | undefined,
): PermissionDecision {
  const options = reading === undefined ? {} : { readCommand: () => reading };
  const grants = sessionGrants(session);
  let decided = judge(request, rulesAt(permissions, realCwd, grants), options);
  for (const cwd of otherCwds.values()) {
    decided = stricter(decided, judge(request, rulesAt(permissions, cwd, grants), options));
  }
  const limits = sessionLimits(session);
  if (limits.length > 0 && isForOtherSubagents(request, limits)) return NOT_IN_SESSION;
  for (const limit of limits) {
    const { owner } = limit;
    if (limit.includes?.(tool) === false) return NOT_IN_SESSION;
    const cwd = owner.cwd === session.cwd ? realCwd : (otherCwds.get(owner.cwd) ?? owner.cwd);
    const rules = rulesAt(ruleSetFor(request, limit), cwd, sessionGrants(session, owner));
    decided = stricter(decided, judge(request, rules, options));
  }
  return decided;
}

/**
 * Returns rules for one working directory. Uses assignments: every call needs it, and a spread followed by new names
 * is slow (decision 0036).
 */
function rulesAt(ruleSet: RuleSet, cwd: string, grants: readonly PermissionRule[]): SessionRules {
  return Object.assign({}, ruleSet, { cwd, grants });
}

/** Returns the other working directories of an ancestry, resolved if paths are judged at all. */
export async function locateOtherCwds(
  session: ToolSession,
  facts: CallFacts["facts"],
  { workspace }: Pick<RuntimeServices, "workspace">,
): Promise<ReadonlyMap<string, string>> {
  const others = new Map<string, string>();
  for (let each = session.parent; each !== undefined; each = each.parent) {
    if (each.cwd === session.cwd || others.has(each.cwd)) continue;
    const located = facts.paths.length > 0 ? await workspace?.locate(each.cwd, each) : undefined;
    others.set(each.cwd, located?.path ?? each.cwd);
  }
  return others;
}

/** Returns whether a parent session has another working directory, which is rare. */
export function hasOtherCwds(session: ToolSession): boolean {
  for (let each = session.parent; each !== undefined; each = each.parent) {
    if (each.cwd !== session.cwd) return true;
  }
  return false;
}

/**
 * Returns the stricter decision, with the limits of both. On a tie the first wins, so the reported decision is
 * stable.
 */
function stricter(one: PermissionDecision, other: PermissionDecision): PermissionDecision {
  if (STRICTNESS[other.verdict] > STRICTNESS[one.verdict]) return other;
  if (one.verdict !== "allow" || other.verdict !== "allow") return one;
  const confinement = bothConfinements(one.confinement, other.confinement);
  return confinement === undefined ? one : { ...one, confinement };
}
