import { type DirectoryHandle, type FileStat, ToolError, type WriteHandle } from "../../../contract/index.js";
import type { NamedEntry } from "../named-entry.js";
import { removeTree } from "./remove-tree.js";
import type { StaleTemporaries } from "./stale-temporaries.js";
import { temporaryName } from "./temporary-name.js";

const READABLE_BY_ALL = 0o444;

/**
 * Writes an entry under a temporary name in a directory and returns that name; leaves nothing when that fails. First
 * removes what killed processes left for the same name.
 */
export async function underTemporaryName(
  named: NamedEntry,
  temporaries: StaleTemporaries,
  work: (temporary: string) => Promise<void>,
): Promise<string> {
  const { directory, name } = named;
  await temporaries.sweep(directory, name);
  const temporary = temporaryName(name);
  try {
    await withNameOf(named, temporary, () => work(temporary));
    return temporary;
  } catch (error) {
    await discardTemporary(directory, temporary, temporaries);
    throw error;
  }
}

/** Removes a temporary entry; one that cannot be removed now is removed by a later change. Never rejects. */
export async function discardTemporary(
  directory: DirectoryHandle,
  temporary: string,
  temporaries: StaleTemporaries,
): Promise<void> {
  await removeTree(directory, temporary).catch(() => temporaries.remember(directory, temporary));
}

/**
 * Runs some work. An error that names a temporary file, which means nothing to the caller, is changed to name the file
 * itself.
 */
export async function withNameOf<Result>(
  { name, path }: Pick<NamedEntry, "name" | "path">,
  temporary: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!ToolError.isInstance(error) || !error.message.includes(temporary)) throw error;
    throw new ToolError(error.message.replaceAll(temporary, name), {
      code: error.code,
      absolutePath: path,
      retryable: error.retryable,
      cause: error.cause,
    });
  }
}

/** Creates a file, writes its content, syncs it and closes it. */
export async function writeNewFile(
  directory: DirectoryHandle,
  name: string,
  options: { readonly mode: number },
  fill: (handle: WriteHandle) => Promise<void>,
): Promise<void> {
  const handle = await directory.createFile(name, options);
  try {
    await fill(handle);
    await handle.sync();
  } catch (error) {
    await handle.close().catch(() => {});
    throw error;
  }
  await handle.close();
}

/**
 * Sets the owner of a new file, where this user may, and its mode. Returns its status afterwards, and whether it now has that
 * owner.
 */
export async function setFacts(
  handle: WriteHandle,
  { owner, mode }: { readonly owner?: NonNullable<FileStat["owner"]> | undefined; readonly mode: number },
): Promise<{ readonly owned: boolean; readonly stat: FileStat }> {
  let owned = true;
  let stat = await handle.stat();
  if (owner !== undefined && !hasOwner(stat, owner)) {
    await handle.setOwner(owner);
    stat = await handle.stat();
    owned = hasOwner(stat, owner);
  }
  // The set-user-id bits apply to the owner only.
  const wanted = owned ? mode : mode & 0o777;
  // After the owner: changing the owner clears those bits.
  if (stat.mode !== wanted) {
    await handle.setMode(wanted);
    stat = await handle.stat();
  }
  return { owned, stat };
}

/**
 * Returns the mode with which to create a file that gets another mode later: the final mode if everyone may read the
 * file anyway, which saves a step; otherwise a mode that only lets the owner read it.
 */
export function initialMode(mode: number): number {
  return (mode & READABLE_BY_ALL) === READABLE_BY_ALL ? mode & 0o777 : 0o600;
}

function hasOwner(stat: FileStat, owner: NonNullable<FileStat["owner"]>): boolean {
  return stat.owner?.user === owner.user && stat.owner.group === owner.group;
}
