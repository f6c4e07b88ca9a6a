import {
  type DirectoryHandle,
  type FileSystem,
  type PathOutcome,
  ToolError,
} from "../../../contract/index.js";
import { lookAt, makeFolder, removeFolderName } from "../confirmed-calls.js";
import { halfDone, withPath } from "../half-done.js";
import { isTemporaryName } from "./temporary-name.js";

/**
 * Most folders that one change creates above a path. Projects nest a dozen folders (Java packages); each new folder
 * costs an open handle until the change ends, and a sync.
 */
const MAX_NEW_FOLDERS = 64;

/** A folder held open, with a way to remove the folders that were created for it. */
export interface OpenedFolder {
  readonly directory: DirectoryHandle;
  /** Paths of the created folders, the uppermost first. */
  readonly created: readonly string[];
  /**
   * Removes the created folders that are empty, after the work that needed them failed. Returns those that are empty
   * and could not be removed.
   */
  undo(): Promise<readonly PathOutcome[]>;
  close(): Promise<void>;
}

/**
 * Opens a folder. Creates missing folders one by one from the deepest existing one, so that a symlink inserted
 * meanwhile is not followed. Throws `invalid-path`, before anything is created, when more than {@link MAX_NEW_FOLDERS}
 * are missing.
 *
 * @param path - real path, as `FileSystem.resolve` returns it
 */
export async function openFolder(files: FileSystem, path: string): Promise<OpenedFolder> {
  const missing: string[] = [];
  const opened: DirectoryHandle[] = [await openDeepestExisting(files, path, missing)];
  const created: { readonly parent: DirectoryHandle; readonly name: string }[] = [];
  const pathOf = ({ parent, name }: (typeof created)[number]) => files.path.join(parent.path, name);
  const close = async () => {
    await Promise.all(opened.map((directory) => directory.close()));
  };
  const undo = async () => {
    const left: PathOutcome[] = [];
    for (const folder of [...created].reverse()) {
      const state = await leftOf(folder.parent, folder.name);
      if (state !== undefined) left.push({ path: pathOf(folder), state });
    }
    return left;
  };
  try {
    for (const name of missing.reverse()) {
      const parent = opened.at(-1) as DirectoryHandle;
      if ((await parent.stat(name)) === undefined) {
        created.push({ parent, name });
        await makeFolder({ directory: parent, name });
        await parent.sync().catch((error: unknown) => {
          const made = files.path.join(parent.path, name);
          throw withPath(error, `The folder '${made}' could not be written to the disk.`, made);
        });
      }
      opened.push(await parent.openDirectory(name));
    }
    return { directory: opened.at(-1) as DirectoryHandle, created: created.map(pathOf), undo, close };
  } catch (error) {
    const left = await undo();
    await close();
    throw left.length === 0 ? error : halfDone(error, left);
  }
}

/**
 * Returns the outcome for a created folder that is not needed and still exists; nothing if another process uses it by
 * now.
 */
async function leftOf(directory: DirectoryHandle, name: string): Promise<PathOutcome["state"] | undefined> {
  // Retries once: a transient failure must not leave a folder.
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const isGone = await removeFolderName({ directory, name }).then(
      () => true,
      () => false,
    );
    if (isGone) return undefined;
  }
  const found = await lookAt({ directory, name });
  if (found.type === "absent") return undefined;
  if (found.type === "unknown") return "unknown";
  if (found.stat.type !== "directory") return undefined;
  return (await isInUse(directory, name)) ? undefined : "new";
}

async function isInUse(parent: DirectoryHandle, name: string): Promise<boolean> {
  try {
    const folder = await parent.openDirectory(name);
    try {
      return (await folder.list()).some((entry) => !isTemporaryName(entry.name));
    } finally {
      await folder.close();
    }
  } catch {
    return false;
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
      if (missing.length === MAX_NEW_FOLDERS) throw tooManyMissing(path);
      missing.push(files.path.basename(folder));
    }
  }
}

function tooManyMissing(path: string): ToolError {
  return new ToolError(
    `'${path}' is below more than ${MAX_NEW_FOLDERS} folders that do not exist, but one change creates at most ${MAX_NEW_FOLDERS}. Nothing was changed. Check the path; if it is correct, create the upper folders first.`,
    { code: "invalid-path", absolutePath: path },
  );
}
