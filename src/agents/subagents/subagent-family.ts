import type { ToolSession } from "../../contract/index.js";

/**
 * The nesting depths of the sessions of subagents and the number of starts of each topmost session; stored where
 * tools cannot reach them.
 */
const depths = new WeakMap<ToolSession, number>();
const started = new WeakMap<ToolSession, number>();

/** Returns how many subagents a session is nested in: 0 for a session of the host. */
export function depthOf(session: ToolSession): number {
  for (let each: ToolSession | undefined = session; each !== undefined; each = each.parent) {
    const depth = depths.get(each);
    if (depth !== undefined) return depth;
  }
  return 0;
}

/** Records the nesting depth of a subagent's session. */
export function setDepth(session: ToolSession, depth: number): void {
  depths.set(session, depth);
}

/** Counts a start for the topmost session. Returns whether the limit was reached; then the start does not count. */
export function countStart(session: ToolSession, max: number): boolean {
  let top = session;
  while (top.parent !== undefined) top = top.parent;
  const count = started.get(top) ?? 0;
  if (count >= max) return false;
  started.set(top, count + 1);
  return true;
}
