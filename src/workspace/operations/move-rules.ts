import { type FileLocation, ToolError } from "../../contract/index.js";
import { foldLetterCase, foldName } from "../../values/index.js";
import type { CallFiles } from "../call-files.js";
import { alreadyExists, requireAccess } from "../paths/index.js";
import type { PresentLocation } from "../plans/index.js";

/** Source and destination of a move. */
export interface MoveEnds {
  readonly from: PresentLocation;
  readonly to: FileLocation;
  /** The new name differs only in letter case, on a volume that ignores case. */
  readonly changesCaseOnly: boolean;
}

/**
 * Locates source and destination of a move; throws unless this call may move one to the other.
 *
 * A destination that ends with a separator is a folder, existing or new, into which the source moves under its own
 * name. A secret file stays secret: it is never moved to a path where it would be readable (`reading-secret-file`),
 * whatever was approved, because that would bypass the refusal to read it.
 */
export async function locateMove(call: CallFiles, source: string, destination: string): Promise<MoveEnds> {
  const from = await call.locateForRemoval(source);
  const { location, named } = await locateDestination(call, from, destination);
  const { caseSensitive } = call.services.backend.files;
  const changesCaseOnly =
    !caseSensitive &&
    named !== from.path &&
    foldName(named) === foldName(from.path) &&
    location.stat?.identity === from.stat.identity;
  const to = changesCaseOnly ? { ...location, path: named } : location;
  requireAccess(to, "write", call.scope.approvedPaths);
  await requireStaysSecret(call, from, to);
  requireElsewhere(call, from, to);
  return { from, to, changesCaseOnly };
}

/** `named` is the requested path: a volume that ignores letter case locates the existing file with its own spelling. */
async function locateDestination(
  call: CallFiles,
  from: PresentLocation,
  destination: string,
): Promise<{ readonly location: FileLocation; readonly named: string }> {
  const { path } = call.services.backend.files;
  const isFolder = path.sep === "\\" ? /[\\/]$/.test(destination) : destination.endsWith("/");
  if (isFolder) {
    const folder = await call.locate(destination);
    if (folder.stat !== undefined && folder.stat.type !== "directory") {
      throw new ToolError(`'${folder.path}' is not a folder, so nothing can be moved into it.`, {
        code: "not-a-directory",
        absolutePath: folder.path,
      });
    }
    const inside = path.join(folder.path, path.basename(from.path));
    return { location: { ...(await call.locateEntry(inside)), requested: destination }, named: inside };
  }
  const location = await call.locateEntry(destination);
  return { location, named: path.join(path.dirname(location.path), path.basename(destination)) };
}

async function requireStaysSecret(call: CallFiles, from: PresentLocation, to: FileLocation): Promise<void> {
  const { boundary } = call.services;
  const isFolder = from.stat.type === "directory";
  // A private key stays secret under every name.
  const stays = isFolder
    ? boundary.keepsSecrets(from.path, to.path)
    : !from.secret || to.secret || (await boundary.isKeyFile(from));
  if (stays) return;
  throw new ToolError(
    `'${from.path}' ${isFolder ? "is a folder for secrets" : "contains secrets"} and would be readable as '${to.path}'. It was not moved. Choose a name that also marks it as secret, or ask the user to move it.`,
    { code: "reading-secret-file", absolutePath: from.path },
  );
}

function requireElsewhere({ services }: CallFiles, from: PresentLocation, to: FileLocation): void {
  const { caseSensitive, path } = services.backend.files;
  if (to.path === from.path) {
    throw new ToolError(`'${from.path}' is both source and destination, so nothing would change.`, {
      code: "no-change",
      absolutePath: from.path,
    });
  }
  const [source, target] = caseSensitive
    ? [from.path, to.path]
    : [foldLetterCase(from.path), foldLetterCase(to.path)];
  if (target.startsWith(source + path.sep)) {
    throw new ToolError(`'${from.path}' cannot be moved into itself: '${to.path}' is inside it.`, {
      code: "invalid-path",
      absolutePath: to.path,
    });
  }
}

/** Throws `already-exists` unless the destination is free, or a file that this file may replace. */
export function requireReplaceable(
  { from, to, changesCaseOnly }: MoveEnds,
  { overwrite }: { readonly overwrite?: boolean | undefined },
): void {
  const { stat, path } = to;
  if (stat === undefined || changesCaseOnly) return;
  if (stat.type === "directory") {
    throw alreadyExists(
      path,
      "It is a folder. To move something into it, end the destination with a separator.",
    );
  }
  if (stat.identity === from.stat.identity) {
    throw alreadyExists(path, `It is another name of the same file. Remove '${from.path}' instead.`);
  }
  if (overwrite !== true) throw alreadyExists(path, "Choose another name.");
  if (stat.type !== "file" || from.stat.type !== "file") {
    throw alreadyExists(path, "Only a file can replace a file. Remove the existing entry first.");
  }
}
