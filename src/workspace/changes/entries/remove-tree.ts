import type { DirectoryHandle } from "../../../contract/index.js";
import { removeFile, removeFolderName } from "../confirmed-calls.js";

/** Called for everything that is no folder, instead of its plain removal. */
export type RemoveEntry = (directory: DirectoryHandle, name: string) => Promise<void>;

/** Files of one folder that are removed at the same time: as many as the thread pool of Node has threads. */
const REMOVED_AT_ONCE = 4;

/**
 * Removes whatever has a name, a folder with all below it, deepest first. Goes through opened directories only, so that a
 * symlink that comes in the place of a folder is removed or refused, never followed.
 */
export async function removeTree(
  parent: DirectoryHandle,
  name: string,
  removeEntry: RemoveEntry = (directory, entry) => removeFile({ directory, name: entry }),
): Promise<void> {
  const stat = await parent.stat(name);
  if (stat?.type !== "directory") {
    if (stat !== undefined) await removeEntry(parent, name);
    return;
  }
  const folder = await parent.openDirectory(name);
  try {
    const files: string[] = [];
    for (const entry of await folder.list()) {
      if (entry.type === "directory") await removeTree(folder, entry.name, removeEntry);
      else files.push(entry.name);
    }
    for (let start = 0; start < files.length; start += REMOVED_AT_ONCE) {
      const removals = files.slice(start, start + REMOVED_AT_ONCE).map((file) => removeEntry(folder, file));
      const failed = (await Promise.allSettled(removals)).find(({ status }) => status === "rejected");
      if (failed?.status === "rejected") throw failed.reason;
    }
  } finally {
    await folder.close();
  }
  await removeFolderName({ directory: parent, name });
}
