import type { AnyTool, ToolSession } from "../../../contract/index.js";

/** Requirements that a remote tool may declare, because the worker provides them itself. */
const REMOTE_REQUIREMENTS: ReadonlySet<string> = new Set(["diagnostics", "shell"]);

/** Returns whether a tool is built in, works on files or processes, and needs nothing that only the host has. */
export function worksOnFiles({ source, kind, requires }: AnyTool): boolean {
  return (
    source === "builtin" &&
    kind !== "think" &&
    kind !== "fetch" &&
    kind !== "other" &&
    (requires ?? []).every((requirement) => REMOTE_REQUIREMENTS.has(requirement))
  );
}

/** Returns the ids of the ancestors of a session, the nearest first; a cycle ends where it began. */
export function parentsOf(session: ToolSession): readonly string[] {
  const ids = new Set<string>();
  for (let each = session.parent; each !== undefined && !ids.has(each.id); each = each.parent)
    ids.add(each.id);
  return [...ids];
}
