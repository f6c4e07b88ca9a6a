import {
  describeThrown,
  ToolError,
  type ToolSession,
  type Workspace,
  type WorkspaceFiles,
} from "../../contract/index.js";

/** A file whose changes could not be undone, with the reason. */
export interface FailedRollBack {
  readonly path: string;
  readonly reason: string;
}

/**
 * Undoes the changes of sessions, the last change first, as far as the files are unchanged since.
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
      // A file that was changed with an approval is restored without another one.
      approvedPaths: "any",
      signal: new AbortController().signal,
      onChange: () => {},
    });
    if ((await undoWhile(files, {}, undone)) === undefined) continue;
    // A change that cannot be undone blocks all changes before it: the other files are undone one by one.
    for (const path of [...paths].reverse()) {
      const reason = await undoWhile(files, { path }, undone);
      if (reason !== undefined) failures.set(path, reason);
    }
  }
  for (const path of paths) {
    if (undone.has(path) || failures.has(path)) continue;
    failures.set(path, "Its changes are no longer in the undo journal.");
  }
  return [...failures].map(([path, reason]) => ({ path, reason }));
}

/** Undoes changes until none are left; returns the reason if one cannot be undone. */
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
      // An error that names a file is about a change that exists and cannot be undone.
      const isEmpty =
        ToolError.isInstance(thrown) &&
        thrown.code === "nothing-to-undo" &&
        thrown.absolutePath === undefined;
      return isEmpty ? undefined : describeThrown(thrown);
    }
  }
}
