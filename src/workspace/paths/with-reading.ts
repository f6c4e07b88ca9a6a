import type { Backend, FileLocation, OutputStore, ToolSession } from "../../contract/index.js";
import { isOpenedFor } from "./opened-folders.js";

/**
 * Marks a location outside the roots as readable for a session: a stored output of the session or of one of its
 * parents, or a path in a folder that was opened for it.
 */
export function withReading(
  location: FileLocation,
  { files, outputs }: Pick<Backend, "files" | "outputs">,
  session: ToolSession,
): FileLocation {
  if (location.insideRoots) return location;
  const { path } = location;
  const readable = isOutput(location, outputs, session) || isOpenedFor(session, path, files.path.sep);
  return readable ? { ...location, readable } : location;
}

function isOutput(
  { path, stat }: FileLocation,
  outputs: OutputStore | undefined,
  session: ToolSession,
): boolean {
  return stat?.type === "file" && outputs !== undefined && outputs.owns(path, sessionIds(session));
}

/** Returns the ids of the session and of its parents; a cycle of parents ends where it began. */
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
