import type { FileLocation, OutputStore, ToolSession } from "../../contract/index.js";

/** Marks a location that is a stored output of the session or of one that it works for. */
export function withStoredOutput(
  location: FileLocation,
  outputs: OutputStore | undefined,
  session: ToolSession,
): FileLocation {
  if (outputs === undefined || location.stat?.type !== "file" || location.insideRoots) return location;
  return outputs.owns(location.path, sessionIds(session)) ? { ...location, storedOutput: true } : location;
}

/** The session's own id and those of its parents; a circle of parents ends where it began. */
function sessionIds(session: ToolSession): readonly string[] {
  const ids = new Set<string>();
  for (
    let each: ToolSession | undefined = session;
    each !== undefined && !ids.has(each.id);
    each = each.parent
  ) {
    ids.add(each.id);
  }
  return [...ids];
}
