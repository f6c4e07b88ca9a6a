import { type DirectoryHandle, type FileStat, ToolError } from "../../contract/index.js";

/** A name in an open directory. */
export interface EntryName {
  readonly directory: DirectoryHandle;
  readonly name: string;
}

/** Options of renaming an entry. */
export interface RenameOptions {
  /** Identity of the renamed entry: shows after an error whether it was renamed anyway. */
  readonly identity: string;
  readonly whenTaken?: "replace" | "refuse";
}

/**
 * Renames an entry, and checks the disk before it reports a failure.
 *
 * A network volume may report an error for an operation that it has carried out. Where the rename must not replace
 * anything, it consists of creating a second name and removing the first: an error in between leaves both.
 */
export async function renameEntry(
  from: EntryName,
  to: EntryName,
  { identity, whenTaken = "replace" }: RenameOptions,
): Promise<void> {
  try {
    await from.directory.rename(from.name, { directory: to.directory, name: to.name, whenTaken });
  } catch (error) {
    const [source, target] = await Promise.all([lookAt(from), lookAt(to)]);
    const hasArrived = target.type === "there" && target.stat.identity === identity;
    if (!hasArrived || source.type === "unknown" || isTaken(error)) throw error;
    if (source.type === "absent") return;
    if (source.stat.identity !== identity || whenTaken !== "refuse") throw error;
    // Both names lead to one file: the change is complete once the first name is removed.
    await removeFile(from).catch(() => {
      throw error;
    });
  }
}

/** Removes a name that is not a folder. Reports a failure only if the name still exists. */
export async function removeFile({ directory, name }: EntryName): Promise<void> {
  try {
    await directory.removeFile(name);
  } catch (error) {
    if ((await lookAt({ directory, name })).type !== "absent") throw error;
  }
}

/** Removes an empty folder. Reports a failure only if the name still exists. */
export async function removeFolderName({ directory, name }: EntryName): Promise<void> {
  try {
    await directory.removeDirectory(name);
  } catch (error) {
    if ((await lookAt({ directory, name })).type !== "absent") throw error;
  }
}

/** Creates a folder under a free name. Reports a failure only if the folder does not exist afterwards. */
export async function makeFolder({ directory, name }: EntryName, mode?: number): Promise<void> {
  try {
    await directory.makeDirectory(name, mode === undefined ? {} : { mode });
  } catch (error) {
    const found = await lookAt({ directory, name });
    if (found.type !== "there" || found.stat.type !== "directory") throw error;
  }
}

/** Result of looking up a name: `unknown` where the file system did not answer. */
export type Look =
  | { readonly type: "there"; readonly stat: FileStat }
  | { readonly type: "absent" }
  | { readonly type: "unknown" };

/** Looks up a name. Never rejects. */
export async function lookAt({ directory, name }: EntryName): Promise<Look> {
  // Retries once: a transient failure must not leave the outcome of a change open.
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    try {
      const stat = await directory.stat(name);
      return stat === undefined ? { type: "absent" } : { type: "there", stat };
    } catch {
      // Retried, or unknown.
    }
  }
  return { type: "unknown" };
}

/** Returns whether both lookups of a name found nothing, or the object with the given identity. */
export function isThere(look: Look, identity: string | undefined): boolean {
  return look.type === "there" && look.stat.identity === identity;
}

function isTaken(error: unknown): boolean {
  return ToolError.isInstance(error) && error.code === "already-exists";
}

/** Returns whether a rename failed because its two names are on different volumes. */
export function isAcrossVolumes(error: unknown): boolean {
  if (!ToolError.isInstance(error)) return false;
  return (error.cause as { readonly code?: unknown } | undefined)?.code === "EXDEV";
}
