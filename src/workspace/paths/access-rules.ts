import { type FileLocation, ToolError, type WorkspaceScope } from "../../contract/index.js";

/** What a call wants to do with a file. */
export type Access = "read" | "write" | "list";

/**
 * Throws unless a scope may use a location that way.
 *
 * Outside the roots only what was approved opens (`external-directory`); changes of a protected place need an approval
 * as well (`protected-path`); a file with secrets is never read (`reading-secret-file`), whatever was approved.
 */
export function requireAccess(
  location: FileLocation,
  access: Access,
  approvedPaths: WorkspaceScope["approvedPaths"],
): void {
  if (access === "read" && location.secret) {
    // Seed 000 fixes this text.
    throw new ToolError("Refusing to read env file. Reading secrets is not permitted.", {
      code: "reading-secret-file",
      absolutePath: location.path,
    });
  }
  if (access !== "write" && location.readable) return;
  if (approvedPaths === "any" || approvedPaths.has(location.path)) return;
  if (!location.insideRoots) {
    throw new ToolError(
      `'${location.path}' is outside the workspace, and nobody approved its use. Work inside the workspace, or ask for access to this path.`,
      { code: "external-directory", absolutePath: location.path },
    );
  }
  if (access === "write" && location.protected) {
    throw new ToolError(
      `'${location.path}' is a protected place: what is written there may run later or change how tools behave. It takes an explicit approval.`,
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

/** Nothing is there. */
export function notFound(path: string): ToolError {
  // Seed 000 fixes this text.
  return new ToolError(`ENOENT: no such file or directory '${path}'`, {
    code: "not-found",
    absolutePath: path,
  });
}

/** Something is there already. */
export function alreadyExists(path: string, remedy: string): ToolError {
  return new ToolError(`'${path}' already exists. ${remedy}`, { code: "already-exists", absolutePath: path });
}
