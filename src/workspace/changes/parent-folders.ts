import { type DirectoryHandle, type FileSystem, ToolError } from "../../contract/index.js";

/** A folder held open, and how to take back what was created on the way to it. */
export interface OpenedFolder {
  readonly directory: DirectoryHandle;
  /** Paths of the folders that were created, the uppermost first. */
  readonly created: readonly string[];
  /** Removes the folders that were created, as far as they are empty. For when what they were created for failed. */
  undo(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a folder, creating what is missing of it step by step from the deepest one that exists, so that no symlink put in
 * the way is followed.
 *
 * @param path - real path, as `FileSystem.resolve` gives it
 */
export async function openFolder(files: FileSystem, path: string): Promise<OpenedFolder> {
  const missing: string[] = [];
  const opened: DirectoryHandle[] = [await openDeepestExisting(files, path, missing)];
  const created: { readonly parent: DirectoryHandle; readonly name: string }[] = [];
  const close = async () => {
    await Promise.all(opened.map((directory) => directory.close()));
  };
  const undo = async () => {
    for (const { parent, name } of [...created].reverse()) await parent.removeDirectory(name).catch(() => {});
  };
  try {
    for (const name of missing.reverse()) {
      const parent = opened.at(-1) as DirectoryHandle;
      if ((await parent.stat(name)) === undefined) {
        await parent.makeDirectory(name);
        created.push({ parent, name });
        await parent.sync();
      }
      opened.push(await parent.openDirectory(name));
    }
    const paths = created.map(({ parent, name }) => files.path.join(parent.path, name));
    return { directory: opened.at(-1) as DirectoryHandle, created: paths, undo, close };
  } catch (error) {
    await undo();
    await close();
    throw error;
  }
}

async function openDeepestExisting(
  files: FileSystem,
  path: string,
  missing: string[],
): Promise<DirectoryHandle> {
  for (let folder = path; ; folder = files.path.dirname(folder)) {
    try {
      return await files.openDirectory(folder);
    } catch (error) {
      const isTop = files.path.dirname(folder) === folder;
      if (!ToolError.isInstance(error) || error.code !== "not-found" || isTop) throw error;
      missing.push(files.path.basename(folder));
    }
  }
}
