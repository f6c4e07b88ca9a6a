import type { Clock, PermissionRule, ToolSession } from "../../contract/index.js";
import { createDisposals, type Disposals, type Ending } from "./disposals.js";
import type { SessionLimits } from "./session-limits.js";

/** Options of a session. */
export interface SessionOptions extends SessionLimits {
  /** The id. Default: a new id. */
  readonly id?: string;
  /** The working directory: absolute, or relative to the runtime's cwd. Default: the runtime's cwd. */
  readonly cwd?: string;
  /**
   * The parent session, for a subagent. This session may read the outputs that calls of the parent stored, has its
   * grants and is subject to its limits; the reverse does not apply.
   */
  readonly parent?: ToolSession | undefined;
}

/** The grants of sessions, as narrow rules; stored separately so that tools cannot reach them. */
const grantsBySession = new WeakMap<ToolSession, PermissionRule[]>();

/** A session of a runtime. Disposing of it ends the background work of its calls. */
export type RuntimeSession = ToolSession & AsyncDisposable;

/** Creates the session value that calls carry. */
export function createSession(options: {
  readonly id: string;
  readonly cwd: string;
  readonly parent?: ToolSession | undefined;
  /** The disposals of the runtime, which ends the session. */
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
 * Returns the grants that apply in a session, including those of its parents: those of the topmost session first,
 * each session's oldest first.
 *
 * @param until - the topmost session whose grants count. Default: all
 */
export function sessionGrants(session: ToolSession, until?: ToolSession): readonly PermissionRule[] {
  const own = grantsBySession.get(session) ?? NO_GRANTS;
  if (session.parent === undefined || session === until) return own;
  const inherited = sessionGrants(session.parent, until);
  return inherited.length === 0 ? own : [...inherited, ...own];
}

/** Adds grants for the rest of a session. */
export function addSessionGrants(session: ToolSession, rules: readonly PermissionRule[]): void {
  const grants = grantsBySession.get(session);
  if (grants === undefined) grantsBySession.set(session, [...rules]);
  else grants.push(...rules);
}
