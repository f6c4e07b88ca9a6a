import { type DirectoryHandle, type FileStat, ToolError } from "../../contract/index.js";

/** A name in an open directory. */
export interface EntryName {
  readonly directory: DirectoryHandle;
  readonly name: string;
}

/** How an entry is renamed. */
export interface RenameOptions {
  /** Identity of what is renamed: tells after an error whether it was renamed all the same. */
  readonly identity: string;
  readonly whenTaken?: "replace" | "refuse";
}

/**
 * Renames an entry, and looks at the disk before it reports a failure.
 *
 * A network volume may report an error for a call that it has carried out. And where a name is refused that is taken, a rename
 * is the creation of a second name and the removal of the first: an error in between leaves both.
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
    // Both names of one file: the change is complete once the first is gone.
    await removeFile(from).catch(() => {
      throw error;
    });
  }
}

/** Removes a name that is not that of a folder; a failure is reported only if the name is still there. */
export async function removeFile({ directory, name }: EntryName): Promise<void> {
  try {
    await directory.removeFile(name);
  } catch (error) {
    if ((await lookAt({ directory, name })).type !== "absent") throw error;
  }
}

/** Removes an empty folder; a failure is reported only if the name is still there. */
export async function removeFolderName({ directory, name }: EntryName): Promise<void> {
  try {
    await directory.removeDirectory(name);
  } catch (error) {
    if ((await lookAt({ directory, name })).type !== "absent") throw error;
  }
}

/** Makes a folder under a name that was free; a failure is reported only if there is no folder. */
export async function makeFolder({ directory, name }: EntryName, mode?: number): Promise<void> {
  try {
    await directory.makeDirectory(name, mode === undefined ? {} : { mode });
  } catch (error) {
    const found = await lookAt({ directory, name });
    if (found.type !== "there" || found.stat.type !== "directory") throw error;
  }
}

/** Result of a look at a name: `unknown` where the file system did not answer. */
export type Look =
  | { readonly type: "there"; readonly stat: FileStat }
  | { readonly type: "absent" }
  | { readonly type: "unknown" };

/** Looks at a name. Never rejects. */
export async function lookAt({ directory, name }: EntryName): Promise<Look> {
  // Twice: a passing failure must not leave open what became of a change.
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    try {
      const stat = await directory.stat(name);
      return stat === undefined ? { type: "absent" } : { type: "there", stat };
    } catch {
      // Tried again, or unknown.
    }
  }
  return { type: "unknown" };
}

/** Whether two looks at one name found nothing, or the object with an identity. */
export function isThere(look: Look, identity: string | undefined): boolean {
  return look.type === "there" && look.stat.identity === identity;
}

function isTaken(error: unknown): boolean {
  return ToolError.isInstance(error) && error.code === "already-exists";
}
