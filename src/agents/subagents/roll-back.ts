import {
  describeThrown,
  ToolError,
  type ToolSession,
  type Workspace,
  type WorkspaceFiles,
} from "../../contract/index.js";

/** A file that could not be taken back, and why. */
export interface FailedRollBack {
  readonly path: string;
  readonly reason: string;
}

/**
 * Takes back what sessions changed, the last change first, as far as the files are still what they left.
 *
 * @param paths - the files that were changed, in order
 */
export async function rollBack(
  sessions: readonly ToolSession[],
  { workspace, paths }: { readonly workspace: Workspace | undefined; readonly paths: readonly string[] },
): Promise<readonly FailedRollBack[]> {
  if (workspace === undefined) return paths.map((path) => ({ path, reason: "This runtime has no files." }));
  const undone = new Set<string>();
  const failures = new Map<string, string>();
  for (const session of [...sessions].reverse()) {
    const files = workspace.files({
      session,
      // What was changed with permission is put back as it was.
      approvedPaths: "any",
      signal: new AbortController().signal,
      onChange: () => {},
    });
    if ((await undoWhile(files, {}, undone)) === undefined) continue;
    // A change that cannot be taken back is in the way of all before it: the other files are taken back one by one.
    for (const path of [...paths].reverse()) {
      const reason = await undoWhile(files, { path }, undone);
      if (reason !== undefined) failures.set(path, reason);
    }
  }
  for (const path of paths) {
    if (undone.has(path) || failures.has(path)) continue;
    failures.set(path, "Its changes are not remembered any more.");
  }
  return [...failures].map(([path, reason]) => ({ path, reason }));
}

/** Takes changes back until there is none; gives the reason where one cannot be taken back. */
async function undoWhile(
  files: WorkspaceFiles,
  options: { readonly path?: string },
  undone: Set<string>,
): Promise<string | undefined> {
  for (;;) {
    try {
      for (const { path, movedBackFrom } of await files.undo(options)) {
        undone.add(path);
        if (movedBackFrom !== undefined) undone.add(movedBackFrom);
      }
    } catch (thrown) {
      // One that names a file is about a change that is there and cannot be taken back.
      const isEmpty =
        ToolError.isInstance(thrown) &&
        thrown.code === "nothing-to-undo" &&
        thrown.absolutePath === undefined;
      return isEmpty ? undefined : describeThrown(thrown);
    }
  }
}
