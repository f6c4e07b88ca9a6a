import type { DirectoryHandle } from "../../../contract/index.js";
import { removeFile, removeFolderName } from "../confirmed-calls.js";

/** Callback for everything that is not a folder, in place of a plain removal. */
export type RemoveEntry = (directory: DirectoryHandle, name: string) => Promise<void>;

/** Files of one folder removed concurrently: the size of Node's thread pool. */
const REMOVED_AT_ONCE = 4;

/**
 * Removes the entry under a name; a folder with everything below it, deepest first. Works through opened directories
 * only: a symlink that replaces a folder meanwhile is removed or refused, never followed.
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
