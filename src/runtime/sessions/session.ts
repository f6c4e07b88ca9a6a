import type { Clock, PermissionRule, ToolSession } from "../../contract/index.js";
import { createDisposals, type Disposals, type Ending } from "./disposals.js";
import type { SessionLimits } from "./session-limits.js";

/** What a session may differ in. */
export interface SessionOptions extends SessionLimits {
  /** Default: a new id. */
  readonly id?: string;
  /** Absolute, or relative to the runtime's cwd. Default: the runtime's cwd. */
  readonly cwd?: string;
  /**
   * The session that this one works for, a subagent's. What the calls of that one stored may be read here, and what it was
   * granted holds here, never the other way round; its limits hold here as well.
   */
  readonly parent?: ToolSession;
}

/** The approvals that a session remembers, as narrow rules; kept apart so that tools cannot reach them. */
const grantsBySession = new WeakMap<ToolSession, PermissionRule[]>();

/** A session of a runtime; disposing of it ends what its calls left running on purpose. */
export type RuntimeSession = ToolSession & AsyncDisposable;

/** Creates the session value that calls carry. */
export function createSession(options: {
  readonly id: string;
  readonly cwd: string;
  readonly parent?: ToolSession | undefined;
  /** Of the runtime, with which the session ends. */
  readonly disposals: Disposals;
  readonly clock: Clock;
}): RuntimeSession {
  const { id, cwd, parent, clock } = options;
  const ties = (end: Ending) =>
    [options.disposals.add(end), parent?.onDispose?.(end)].filter((untie) => untie !== undefined);
  const disposals = createDisposals("session", ties, clock);
  return Object.freeze({
    id,
    cwd,
    memory: new Map<symbol, unknown>(),
    ...(parent !== undefined && { parent }),
    onDispose: disposals.add,
    [Symbol.asyncDispose]: disposals.dispose,
  });
}

const NO_GRANTS: readonly PermissionRule[] = [];

/**
 * The rules that hold in a session because it, or one it works for, was granted them: those of the topmost session first, each
 * session's oldest first.
 *
 * @param until - the topmost session whose grants count. Default: all
 */
export function sessionGrants(session: ToolSession, until?: ToolSession): readonly PermissionRule[] {
  const own = grantsBySession.get(session) ?? NO_GRANTS;
  if (session.parent === undefined || session === until) return own;
  const inherited = sessionGrants(session.parent, until);
  return inherited.length === 0 ? own : [...inherited, ...own];
}

/** Remembers rules for the rest of a session. */
export function addSessionGrants(session: ToolSession, rules: readonly PermissionRule[]): void {
  const grants = grantsBySession.get(session);
  if (grants === undefined) grantsBySession.set(session, [...rules]);
  else grants.push(...rules);
}
