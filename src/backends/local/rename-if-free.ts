import type { BigIntStats } from "node:fs";
import { errnoOf } from "./file-error.js";
import { link, lstat, mkdir, rename, rmdir, unlink } from "./system-calls.js";

/** What a file system answers that has no hard links, or none for this file. */
const NO_HARD_LINK = new Set(["EPERM", "EACCES", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EINVAL"]);

/**
 * Renames unless something has the new name (`EEXIST`), even when it appears at the last moment.
 *
 * Node has no system call for that. A file gets its new name as a hard link, which never replaces anything, and loses the
 * old one; a process that ends in between leaves both. A directory takes the place of an empty one that was made for it.
 * Where there are no hard links, a moment remains between the look and the rename.
 *
 * A network volume may report an error for a call that it has carried out, so after an error the names are looked at: the new one
 * is removed only while the old one is certainly there.
 */
export async function renameIfFree(from: string, to: string): Promise<void> {
  const stats = await lstat(from);
  if (stats.isDirectory()) return renameDirectory(from, to);
  if (!isLinkable(stats)) return lookAndRename(from, to);
  try {
    await link(from, to);
  } catch (error) {
    if (NO_HARD_LINK.has(errnoOf(error) ?? "")) return lookAndRename(from, to);
    if (!(await isLinked(to, stats))) throw error;
  }
  try {
    await unlink(from);
  } catch (error) {
    const left = await lookAt(from);
    if (left === "absent") return;
    if (left !== "unknown" && left.ino === stats.ino && left.dev === stats.dev) await unlink(to);
    throw error;
  }
}

/** Whether a name is one more of a file than it had: a link that was there before does not count. */
async function isLinked(path: string, before: BigIntStats): Promise<boolean> {
  const found = await lookAt(path);
  if (found === "absent" || found === "unknown") return false;
  return found.ino === before.ino && found.dev === before.dev && found.nlink === before.nlink + 1n;
}

async function lookAt(path: string): Promise<BigIntStats | "absent" | "unknown"> {
  try {
    return await lstat(path);
  } catch (error) {
    return errnoOf(error) === "ENOENT" ? "absent" : "unknown";
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
    const left = await lookAt(from);
    if (left === "absent") return;
    // Only while the directory itself is certainly under its old name: it may be empty, too.
    if (left !== "unknown") await rmdir(to).catch(() => {});
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
