import type { BigIntStats } from "node:fs";
import { errnoOf } from "./file-error.js";
import { link, lstat, mkdir, rename, rmdir, unlink } from "./system-calls.js";

/** What a file system answers that has no hard links, or none for this file. */
const NO_HARD_LINK = new Set(["EPERM", "EACCES", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EINVAL"]);

/**
 * Renames unless something has the new name (`EEXIST`), also when it appears at the last moment.
 *
 * Node has no system call for that. A file gets its new name as a hard link, which never replaces anything, and loses the
 * old one; a process that ends in between leaves both. A directory takes the place of an empty one that was made for it.
 * Where there are no hard links, a moment remains between the look and the rename.
 */
export async function renameIfFree(from: string, to: string): Promise<void> {
  const stats = await lstat(from);
  if (stats.isDirectory()) return renameDirectory(from, to);
  if (!isLinkable(stats)) return lookAndRename(from, to);
  try {
    await link(from, to);
  } catch (error) {
    if (NO_HARD_LINK.has(errnoOf(error) ?? "")) return lookAndRename(from, to);
    throw error;
  }
  try {
    await unlink(from);
  } catch (error) {
    await unlink(to);
    throw error;
  }
}

// The hard link of a symlink is one to its target on macOS.
function isLinkable(stats: BigIntStats): boolean {
  return process.platform !== "darwin" || !stats.isSymbolicLink();
}

async function renameDirectory(from: string, to: string): Promise<void> {
  // Windows never replaces by renaming a directory, not even an empty one.
  if (process.platform === "win32") return rename(from, to);
  await mkdir(to);
  try {
    await rename(from, to);
  } catch (error) {
    await rmdir(to).catch(() => {});
    throw error;
  }
}

async function lookAndRename(from: string, to: string): Promise<void> {
  const taken = await lstat(to).then(
    () => true,
    (error: unknown) => {
      if (errnoOf(error) === "ENOENT") return false;
      throw error;
    },
  );
  if (taken) throw Object.assign(new Error(`EEXIST: file already exists, '${to}'`), { code: "EEXIST" });
  await rename(from, to);
}
