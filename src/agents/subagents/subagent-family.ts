import type { ToolSession } from "../../contract/index.js";

/** How deep the sessions of subagents are nested, and how many each topmost session has started; apart from what tools reach. */
const depths = new WeakMap<ToolSession, number>();
const started = new WeakMap<ToolSession, number>();

/** How many subagents a session is within: 0 for one of the host's. */
export function depthOf(session: ToolSession): number {
  for (let each: ToolSession | undefined = session; each !== undefined; each = each.parent) {
    const depth = depths.get(each);
    if (depth !== undefined) return depth;
  }
  return 0;
}

/** Notes that a session is a subagent's. */
export function setDepth(session: ToolSession, depth: number): void {
  depths.set(session, depth);
}

/** Counts a subagent for the family of a session; tells whether it was one too many, and then counts nothing. */
export function countStart(session: ToolSession, max: number): boolean {
  let top = session;
  while (top.parent !== undefined) top = top.parent;
  const count = started.get(top) ?? 0;
  if (count >= max) return false;
  started.set(top, count + 1);
  return true;
}
