import type { BigIntStats } from "node:fs";
import { errnoOf } from "./file-error.js";
import { link, lstat, mkdir, rename, rmdir, unlink } from "./system-calls.js";

/** Errors of a file system without hard links, or without one for this file. */
const NO_HARD_LINK = new Set(["EPERM", "EACCES", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EINVAL"]);

/**
 * Renames unless the new name is taken (`EEXIST`), even when it appears at the last moment.
 *
 * Node has no system call for that. A file gets its new name as a hard link, which never replaces anything,
 * and then loses the old one; a process that ends in between leaves both. A directory replaces an empty one
 * that was created for it. Without hard links, a race remains between the check and the rename.
 *
 * A network volume may report an error for an operation that it has carried out, so after an error the names
 * are checked: the new one is removed only if the old one certainly exists.
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

/** Returns whether a name is one additional link of a file: a link that existed before does not count. */
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

// On macOS, a hard link of a symlink is one to its target.
function isLinkable(stats: BigIntStats): boolean {
  return process.platform !== "darwin" || !stats.isSymbolicLink();
}

async function renameDirectory(from: string, to: string): Promise<void> {
  // On Windows, renaming a directory never replaces another one, not even an empty one.
  if (process.platform === "win32") return rename(from, to);
  await makeFree(to);
  try {
    await rename(from, to);
  } catch (error) {
    const left = await lookAt(from);
    if (left === "absent") return;
    // Only if the directory itself certainly has its old name: it may be empty, too.
    if (left !== "unknown") await removeMade(to);
    throw error;
  }
}

/** Creates the folder that a renamed one replaces. After an error, removes it if it was created all the same. */
async function makeFree(path: string): Promise<void> {
  const before = await lookAt(path);
  try {
    await mkdir(path);
  } catch (error) {
    if (before === "absent" && errnoOf(error) !== "EEXIST") await removeMade(path);
    throw error;
  }
}

/** Removes a folder if it is empty. Retries once: it would make the new name look taken. */
async function removeMade(path: string): Promise<void> {
  await rmdir(path)
    .catch(() => rmdir(path))
    .catch(() => {});
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
