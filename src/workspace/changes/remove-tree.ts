import type { DirectoryHandle } from "../../contract/index.js";

/** Called for everything that is no folder, instead of its plain removal. */
export type RemoveEntry = (directory: DirectoryHandle, name: string) => Promise<void>;

/**
 * Removes whatever has a name, a folder with all below it, deepest first. Goes through opened directories only, so that a
 * symlink that comes in the place of a folder is removed or refused, never followed.
 */
export async function removeTree(
  parent: DirectoryHandle,
  name: string,
  removeEntry: RemoveEntry = (directory, entry) => directory.removeFile(entry),
): Promise<void> {
  const stat = await parent.stat(name);
  if (stat?.type !== "directory") {
    if (stat !== undefined) await removeEntry(parent, name);
    return;
  }
  const folder = await parent.openDirectory(name);
  try {
    for (const entry of await folder.list()) {
      if (entry.type === "directory") await removeTree(folder, entry.name, removeEntry);
      else await removeEntry(folder, entry.name);
    }
  } finally {
    await folder.close();
  }
  await parent.removeDirectory(name);
}
