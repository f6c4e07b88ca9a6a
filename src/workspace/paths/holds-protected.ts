import { type DirectoryEntry, type FileSystem, ToolError } from "../../contract/index.js";
import { createYield } from "../../values/index.js";

/** Folders that are searched. Above this number, it counts as unknown whether a folder contains a protected path. */
const MAX_FOLDERS = 1_000;

/** Names that are compared with the list; each takes about 3 microseconds. */
const MAX_NAMES = 20_000;

/** Folders listed concurrently. */
const LISTED_TOGETHER = 8;

/** Packages contain such names everywhere; a package manager creates and removes them. */
const PASSED_OVER = "node_modules";

/** A folder and the test for protected names. */
export interface SearchedFolder {
  /** Real path. */
  readonly folder: string;
  readonly isProtected: (path: string) => boolean;
}

/**
 * Returns whether a protected path is anywhere below a folder, so that removing, moving or copying the folder affects
 * it. Symlinks are not followed. When a limit is reached or a folder cannot be listed, the result is true: unknown
 * content needs an approval.
 */
export async function holdsProtected(
  files: FileSystem,
  { folder, isProtected }: SearchedFolder,
): Promise<boolean> {
  if (files.path.basename(folder) === PASSED_OVER) return false;
  const pause = createYield();
  const waiting = [folder];
  let names = 0;
  let folders = 0;
  while (waiting.length > 0) {
    const together = waiting.splice(0, LISTED_TOGETHER);
    folders += together.length;
    if (folders > MAX_FOLDERS) return true;
    const listings = await Promise.all(together.map((each) => list(files, each)));
    for (const [index, listing] of listings.entries()) {
      if (listing === undefined) return true;
      for (const { name, type } of listing) {
        names += 1;
        if (names > MAX_NAMES) return true;
        await pause();
        const path = files.path.join(together[index] ?? folder, name);
        if (isProtected(path)) return true;
        if (type === "directory" && name !== PASSED_OVER) waiting.push(path);
      }
    }
  }
  return false;
}

/**
 * Returns whether a path is in a folder of packages that {@link holdsProtected} skips when it searches below a folder.
 */
export function isInPackages(
  path: string,
  { folder, sep }: { readonly folder: string; readonly sep: string },
): boolean {
  const above = path
    .slice(folder.lastIndexOf(sep) + sep.length)
    .split(sep)
    .slice(0, -1);
  return above.includes(PASSED_OVER);
}

async function list(files: FileSystem, folder: string): Promise<readonly DirectoryEntry[] | undefined> {
  try {
    const directory = await files.openDirectory(folder);
    try {
      return await directory.list();
    } finally {
      await directory.close();
    }
  } catch (error) {
    if (!ToolError.isInstance(error)) throw error;
    // Entries that were removed meanwhile are not affected.
    return error.code === "not-found" ? [] : undefined;
  }
}
