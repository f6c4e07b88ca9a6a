import { type FileLocation, ToolError, type WorkspaceScope } from "../../contract/index.js";

/** How a call accesses a file. */
export type Access = "read" | "write" | "list";

/**
 * Throws unless a scope may access a location in the given way.
 *
 * Outside the roots only approved paths are accessible (`external-directory`). Changes of a protected path need an
 * approval as well (`protected-path`). A file with secrets is never read (`reading-secret-file`), whatever was
 * approved.
 */
export function requireAccess(
  location: FileLocation,
  access: Access,
  approvedPaths: WorkspaceScope["approvedPaths"],
): void {
  if (access === "read" && location.secret) {
    // The Amp specification fixes this text.
    throw new ToolError("Refusing to read env file. Reading secrets is not permitted.", {
      code: "reading-secret-file",
      absolutePath: location.path,
    });
  }
  if (access !== "write" && location.readable) return;
  if (approvedPaths === "any" || approvedPaths.has(location.path)) return;
  if (!location.insideRoots) {
    throw new ToolError(
      `'${location.path}' is outside the workspace, and its use was not approved. Work inside the workspace, or ask for access to this path.`,
      { code: "external-directory", absolutePath: location.path },
    );
  }
  if (access === "write" && location.protected) {
    throw new ToolError(
      `'${location.path}' is a protected path: its content may be executed later or change how tools behave. A change needs an explicit approval.`,
      { code: "protected-path", absolutePath: location.path },
    );
  }
}

/** Throws `not-found`, `not-a-file` or `special-file` unless a location is a regular file. */
export function requireFile(location: FileLocation): void {
  const { path, stat } = location;
  if (stat === undefined) throw notFound(path);
  if (stat.type === "directory") {
    throw new ToolError(`'${path}' is a directory, not a file.`, { code: "not-a-file", absolutePath: path });
  }
  if (stat.type !== "file") {
    throw new ToolError(`'${path}' is a FIFO, socket or device, not a regular file. It was not opened.`, {
      code: "special-file",
      absolutePath: path,
    });
  }
}

/** Returns the error for a missing file. */
export function notFound(path: string): ToolError {
  // The Amp specification fixes this text.
  return new ToolError(`ENOENT: no such file or directory '${path}'.`, {
    code: "not-found",
    absolutePath: path,
  });
}

/** Returns the error for a path that already exists. */
export function alreadyExists(path: string, remedy: string): ToolError {
  return new ToolError(`'${path}' already exists. ${remedy}`, { code: "already-exists", absolutePath: path });
}
