import type { PermissionRule, ToolSession } from "../contract/index.js";

/** What a session may differ in. */
export interface SessionOptions {
  /** Default: a new id. */
  readonly id?: string;
  /** Absolute, or relative to the runtime's cwd. Default: the runtime's cwd. */
  readonly cwd?: string;
}

/** The approvals that a session remembers, as narrow rules; kept apart so that tools cannot reach them. */
const grantsBySession = new WeakMap<ToolSession, PermissionRule[]>();

/** Creates the session value that calls carry. */
export function createSession(options: { readonly id: string; readonly cwd: string }): ToolSession {
  return Object.freeze({ id: options.id, cwd: options.cwd, memory: new Map<symbol, unknown>() });
}

/** The rules a session was granted, oldest first. */
export function sessionGrants(session: ToolSession): readonly PermissionRule[] {
  return grantsBySession.get(session) ?? [];
}

/** Remembers rules for the rest of a session. */
export function addSessionGrants(session: ToolSession, rules: readonly PermissionRule[]): void {
  const grants = grantsBySession.get(session);
  if (grants === undefined) grantsBySession.set(session, [...rules]);
  else grants.push(...rules);
}
