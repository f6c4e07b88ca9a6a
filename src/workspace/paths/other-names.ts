import { type FileStat, type FileSystem, ToolError } from "../../contract/index.js";

/** Folders that are searched for another name of a file: projects are not nested deeper. */
const MAX_FOLDERS = 32;

/** Errors of a folder that cannot be searched or whose entries change: its content stays unknown. */
const PASSED_OVER = new Set(["access-denied", "not-found", "not-a-directory", "changed-since-approval"]);

/** A file whose other names are searched for. */
export interface HardLinkedFile {
  /** Real path. */
  readonly path: string;
  readonly stat: FileStat;
  /** The uppermost folder to search. Default: the folder of the file. */
  readonly top?: string | undefined;
}

/**
 * Returns whether a file has another name (a hard link) with a property, in its own folder or in a parent folder up to
 * `top`.
 *
 * No operating system lists all names of a file. Names elsewhere (below another folder, outside the root) stay unknown.
 */
export async function hasOtherName(
  files: FileSystem,
  { path, stat, top }: HardLinkedFile,
  matches: (path: string) => boolean,
): Promise<boolean> {
  if (stat.type !== "file" || stat.links < 2) return false;
  const { dirname } = files.path;
  let folder = dirname(path);
  for (let depth = 0; depth < MAX_FOLDERS; depth += 1) {
    if (await folderHasName(files, folder, stat.identity, matches)) return true;
    if (top === undefined || folder === top || folder === dirname(folder)) return false;
    folder = dirname(folder);
  }
  return false;
}

async function folderHasName(
  files: FileSystem,
  folder: string,
  identity: string,
  matches: (path: string) => boolean,
): Promise<boolean> {
  try {
    const directory = await files.openDirectory(folder);
    try {
      for (const { name, type } of await directory.list()) {
        if (type !== "file" || !matches(files.path.join(folder, name))) continue;
        if ((await directory.stat(name))?.identity === identity) return true;
      }
      return false;
    } finally {
      await directory.close();
    }
  } catch (error) {
    if (ToolError.isInstance(error) && PASSED_OVER.has(error.code)) return false;
    throw error;
  }
}
