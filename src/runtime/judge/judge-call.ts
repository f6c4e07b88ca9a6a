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
import { NOT_IN_SESSION, sessionGrants, sessionLimits } from "../sessions/index.js";
import type { CallFacts } from "./call-facts.js";

/** Whose call is judged, and where its rules start. */
export interface JudgedPlace {
  readonly tool: AnyTool;
  readonly session: ToolSession;
  readonly realCwd: string;
  /** Other working directories of the sessions that this one works for, with their symlinks resolved. */
  readonly otherCwds: ReadonlyMap<string, string>;
}

const STRICTNESS: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 };

/** No other working directory: what nearly every call has. */
export const NO_OTHER_CWDS: ReadonlyMap<string, string> = new Map();

/**
 * Decides about a call by the rules of the runtime, those of its session and those of every session it works for: the
 * strictest verdict counts.
 *
 * Relative patterns start at the working directory of the session whose rules they are. Those of the runtime are judged from
 * each working directory of the ancestry: a subagent that is started in another folder gets round none of them. What was
 * granted to a session holds in those that work for it, and satisfies limits of its own and of those below.
 */
export function judgeCall(
  request: PermissionRequest,
  { tool, session, realCwd, otherCwds }: JudgedPlace,
  { permissions }: Pick<RuntimeServices, "permissions">,
  reading: CommandReading | undefined,
): PermissionDecision {
  const options = reading === undefined ? {} : { readCommand: () => reading };
  const grants = sessionGrants(session);
  let decided = judge(request, rulesAt(permissions, realCwd, grants), options);
  for (const cwd of otherCwds.values()) {
    decided = stricter(decided, judge(request, rulesAt(permissions, cwd, grants), options));
  }
  for (const { owner, ruleSet, includes } of sessionLimits(session)) {
    if (includes?.(tool) === false) return NOT_IN_SESSION;
    const cwd = owner.cwd === session.cwd ? realCwd : (otherCwds.get(owner.cwd) ?? owner.cwd);
    const rules = rulesAt(ruleSet, cwd, sessionGrants(session, owner));
    decided = stricter(decided, judge(request, rules, options));
  }
  return decided;
}

/** By assignment: every call needs it, and a spread that new names follow is slow (decision 0036). */
function rulesAt(ruleSet: RuleSet, cwd: string, grants: readonly PermissionRule[]): SessionRules {
  return Object.assign({}, ruleSet, { cwd, grants });
}

/** The other working directories of an ancestry, resolved where paths are judged at all. */
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

/** Whether a session works for one with another working directory; nearly none does. */
export function hasOtherCwds(session: ToolSession): boolean {
  for (let each = session.parent; each !== undefined; each = each.parent) {
    if (each.cwd !== session.cwd) return true;
  }
  return false;
}

/** The first of equals, so that the reported decision does not jump about; within the limits of both. */
function stricter(one: PermissionDecision, other: PermissionDecision): PermissionDecision {
  if (STRICTNESS[other.verdict] > STRICTNESS[one.verdict]) return other;
  if (one.verdict !== "allow" || other.verdict !== "allow") return one;
  const confinement = bothConfinements(one.confinement, other.confinement);
  return confinement === undefined ? one : { ...one, confinement };
}
