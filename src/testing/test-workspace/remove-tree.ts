import type { DirectoryHandle } from "../../contract/index.js";

/** Removes a folder and everything below it; symlinks are removed, not followed. */
export async function removeTree(parent: DirectoryHandle, name: string): Promise<void> {
  const directory = await parent.openDirectory(name);
  try {
    for (const entry of await directory.list()) {
      if (entry.type === "directory") await removeTree(directory, entry.name);
      else await directory.removeFile(entry.name);
    }
  } finally {
    await directory.close();
  }
  await parent.removeDirectory(name);
}
