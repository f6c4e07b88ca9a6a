import type { BigIntStats, Dirent, Stats } from "node:fs";
import type { FileStat, FileType } from "../../contract/index.js";
import { changedSinceApproval, fileFailure } from "../failure/index.js";

const PERMISSION_BITS = 0o7777;

/** Returns the type of an entry, from `lstat` or from a directory entry. */
export function fileTypeOf(
  entry: Pick<Dirent | Stats | BigIntStats, "isFile" | "isDirectory" | "isSymbolicLink">,
): FileType {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  if (entry.isSymbolicLink()) return "symlink";
  return "other";
}

/** Converts the result of `stat` to the type of the port. */
export function toFileStat(stats: BigIntStats): FileStat {
  return {
    type: fileTypeOf(stats),
    size: Number(stats.size),
    modifiedAtMs: Number(stats.mtimeNs) / 1e6,
    changedAtMs: Number(stats.ctimeNs) / 1e6,
    mode: Number(stats.mode) & PERMISSION_BITS,
    owner: { user: Number(stats.uid), group: Number(stats.gid) },
    identity: `${stats.dev}:${stats.ino}`,
    device: `${stats.dev}`,
    links: Number(stats.nlink),
  };
}

/**
 * Throws unless the type is a regular file: a FIFO blocks, a device never ends, a symlink leads elsewhere.
 */
export function requireRegularFile(type: FileType, path: string): void {
  if (type === "file") return;
  if (type === "symlink") throw changedSinceApproval(path, "it is now a symbolic link");
  throw fileFailure(type === "directory" ? "is-a-directory" : "special-file", path);
}
