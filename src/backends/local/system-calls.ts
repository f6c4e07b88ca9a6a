import * as fs from "node:fs";
import { promisify } from "node:util";
import type { DirectoryEntry } from "../../contract/index.js";
import { createYield } from "../../values/index.js";
import { BRIEF_BYTES, briefCall, excuseDuration } from "./brief-call.js";
import { nameOfBytes, systemPath, UNKNOWN_CHARACTER } from "./escaped-names.js";
import { fileTypeOf } from "./file-stat.js";
import { hasPermissionModel } from "./permission-model.js";

// The callback forms: `node:fs/promises` creates a FileHandle object for each open, and closing it uses the
// thread pool a second time, which a read-only descriptor does not need.
const inPool = {
  open: promisify(fs.open),
  lstat: promisify(fs.lstat),
  readlink: promisify(fs.readlink),
  realpath: promisify(fs.realpath.native),
  readdir: promisify(fs.readdir),
  opendir: promisify(fs.opendir),
  read: promisify(fs.read),
  write: promisify(fs.write),
  rename: promisify(fs.rename),
  unlink: promisify(fs.unlink),
  link: promisify(fs.link),
  mkdir: promisify(fs.mkdir),
  rmdir: promisify(fs.rmdir),
  symlink: promisify(fs.symlink),
  close: promisify(fs.close),
};

/** Makes a written file or a changed folder durable; does nothing under the permission model, where {@link open} makes files durable. */
export const fsync: (descriptor: number) => Promise<void> = hasPermissionModel
  ? async () => {}
  : promisify(fs.fsync);
/** The synchronous form of {@link fsync}, for a file of a few bytes. */
export function syncNow(descriptor: number): void {
  if (!hasPermissionModel) fs.fsyncSync(descriptor);
}

export const ftruncate = promisify(fs.ftruncate);

/** Adds a name to a file. */
export function link(from: string, to: string): Promise<void> {
  return inPool.link(systemPath(from), systemPath(to));
}

/** Creates a directory. */
export async function mkdir(path: string, mode?: number): Promise<void> {
  await inPool.mkdir(systemPath(path), mode);
}

/** Removes an empty directory. */
export function rmdir(path: string): Promise<void> {
  return inPool.rmdir(systemPath(path));
}

/** Creates a symlink. */
export function symlink(target: string, path: string): Promise<void> {
  return inPool.symlink(systemPath(target), systemPath(path));
}

/**
 * Returns the status of a name, without following symlinks; with 64-bit numbers, as inode numbers need them.
 */
export function lstat(path: string): Promise<fs.BigIntStats> {
  return briefCall(
    () => lstatNow(path),
    () => inPool.lstat(systemPath(path), { bigint: true }),
  );
}

/** Returns the status like {@link lstat}, or `undefined` for a missing name: an error takes ten times as long as the call. */
export function lstatIfExists(path: string): Promise<fs.BigIntStats | undefined> {
  return briefCall(
    () => fs.lstatSync(systemPath(path), { bigint: true, throwIfNoEntry: false }),
    () =>
      inPool.lstat(systemPath(path), { bigint: true }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      }),
  );
}

/** The synchronous form of {@link lstat}, for use within `briefCalls`. */
export function lstatNow(path: string): fs.BigIntStats {
  return fs.lstatSync(systemPath(path), { bigint: true });
}

/** Returns the status of an open descriptor, which the kernel holds in memory. */
export function fstat(descriptor: number): fs.BigIntStats {
  return fs.fstatSync(descriptor, { bigint: true });
}

/** Returns the path with all symlinks resolved. */
export function realpath(path: string): Promise<string> {
  return briefCall(
    () => fs.realpathSync.native(path),
    () => inPool.realpath(path),
  );
}

/** Returns the target of a symlink. */
export function readlink(path: string): Promise<string> {
  return briefCall(
    () => fs.readlinkSync(systemPath(path)),
    () => inPool.readlink(systemPath(path)),
  );
}

/** In Deno `read` and `readSync` of a directory have separate positions, so that together they return entries twice. */
const IS_DENO = process.versions.deno !== undefined;

/** Entries of a directory that are read together: reading all of a large one would block the event loop. */
const ENTRIES_AT_ONCE = 1_024;

/**
 * Returns the names of a directory with their types; a name that is not UTF-8 in the form of `nameOfBytes`.
 */
export async function readDirectory(path: string): Promise<DirectoryEntry[]> {
  if (IS_DENO) {
    const all = await inPool.readdir(path, { withFileTypes: true });
    return all.map((entry) => ({ name: entry.name, type: fileTypeOf(entry) }));
  }
  const entries: DirectoryEntry[] = [];
  let isText = true;
  const options = { bufferSize: ENTRIES_AT_ONCE };
  const folder = await briefCall(
    () => fs.opendirSync(path, options),
    () => inPool.opendir(path, options),
  );
  const pause = createYield();
  try {
    for (;;) {
      // The next names are one short call: the thread pool takes longer.
      const isBuffered = entries.length % ENTRIES_AT_ONCE !== 0;
      if (!isBuffered) await pause();
      const entry = isBuffered
        ? folder.readSync()
        : await briefCall(
            () => folder.readSync(),
            () => folder.read(),
          );
      if (entry === null) break;
      isText &&= !entry.name.includes(UNKNOWN_CHARACTER);
      entries.push({ name: entry.name, type: fileTypeOf(entry) });
    }
  } finally {
    folder.closeSync();
  }
  if (isText || process.platform === "win32") return entries;
  return readDirectoryInBytes(path);
}

async function readDirectoryInBytes(path: string): Promise<DirectoryEntry[]> {
  const inBytes = await inPool.readdir(path, { withFileTypes: true, encoding: "buffer" });
  return Promise.all(
    inBytes.map(async (entry) => {
      // Bun returns the bytes of the names, without types.
      if (!(entry instanceof Uint8Array))
        return { name: nameOfBytes(entry.name as unknown as Uint8Array), type: fileTypeOf(entry) };
      const name = nameOfBytes(entry);
      return { name, type: fileTypeOf(await inPool.lstat(systemPath(`${path}/${name}`))) };
    }),
  );
}

/** Opens a file or directory. */
export function open(path: string, flags: number, mode?: number): Promise<number> {
  return briefCall(
    () => openNow(path, flags, mode),
    () => inPool.open(systemPath(path), flags | durably(flags), mode),
  );
}

/** Returns the flag with which each write to a new file ends on the disk, where the file cannot be synced afterwards. */
function durably(flags: number): number {
  return hasPermissionModel && (flags & fs.constants.O_CREAT) !== 0 ? (fs.constants.O_SYNC ?? 0) : 0;
}

/** Descriptors of the first table of a process in Linux (NR_OPEN_DEFAULT). */
const FIRST_DESCRIPTORS = 64;

let highestDescriptor = FIRST_DESCRIPTORS - 1;

/** The synchronous form of {@link open}, for use within `briefCalls`. */
export function openNow(path: string, flags: number, mode?: number): number {
  const descriptor = fs.openSync(systemPath(path), flags | durably(flags), mode);
  if (descriptor > highestDescriptor) {
    highestDescriptor = descriptor;
    // The kernel may have enlarged the table of descriptors, for which it waits until all threads have left the old one: 10 to 20 ms.
    excuseDuration();
  }
  return descriptor;
}

/** Reads from a position; returns the number of bytes. */
export function read(descriptor: number, buffer: Uint8Array, position: number): Promise<number> {
  const length = buffer.byteLength;
  const atLength = async () => (await inPool.read(descriptor, buffer, 0, length, position)).bytesRead;
  if (length > BRIEF_BYTES) return atLength();
  return briefCall(() => fs.readSync(descriptor, buffer, 0, length, position), atLength);
}

/** Writes all bytes at a position, in as many calls as necessary. */
export async function writeAll(descriptor: number, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.byteLength) {
    written += await write(descriptor, bytes.subarray(written), position + written);
  }
}

function write(descriptor: number, bytes: Uint8Array, position: number): Promise<number> {
  const length = bytes.byteLength;
  const atLength = async () => (await inPool.write(descriptor, bytes, 0, length, position)).bytesWritten;
  if (length > BRIEF_BYTES) return atLength();
  return briefCall(() => fs.writeSync(descriptor, bytes, 0, length, position), atLength);
}

/** Folder in which Linux lists the open descriptors of the process as links. */
export const DESCRIPTORS = "/proc/self/fd";

/** Changes the mode of an open file. */
export function fchmod(descriptor: number, mode: number): void {
  if (hasPermissionModel) fs.chmodSync(`${DESCRIPTORS}/${descriptor}`, mode);
  else fs.fchmodSync(descriptor, mode);
}

/** Changes the owner of an open file. */
export function fchown(descriptor: number, user: number, group: number): void {
  if (hasPermissionModel) fs.chownSync(`${DESCRIPTORS}/${descriptor}`, user, group);
  else fs.fchownSync(descriptor, user, group);
}

/** Renames a file and replaces any existing one. */
export function rename(from: string, to: string): Promise<void> {
  return briefCall(
    () => fs.renameSync(systemPath(from), systemPath(to)),
    () => inPool.rename(systemPath(from), systemPath(to)),
  );
}

/** Removes a name, in the thread pool, because freeing the blocks of a large file may take a while. */
export function unlink(path: string): Promise<void> {
  return inPool.unlink(systemPath(path));
}

/** Closes a descriptor that was written to: a late write error surfaces here. */
export const close = inPool.close;

/** Closes a descriptor that was only read from, or synced; no caller could act on a failure. */
export function closeQuietly(descriptor: number): void {
  try {
    fs.closeSync(descriptor);
  } catch {
    // EBADF or EIO on a descriptor without unsaved data.
  }
}

/**
 * Closes a file like {@link closeQuietly}. If the file was replaced or removed meanwhile, the system frees
 * its blocks with the last descriptor, which takes long for a large file. It is then closed in the
 * background, after the operations in progress, which would otherwise wait for the volume's journal (in
 * particular the removal of the file's lock).
 */
export function closeFileQuietly(descriptor: number): void {
  try {
    if (fs.fstatSync(descriptor).nlink === 0) closeLater(descriptor);
    else closeQuietly(descriptor);
  } catch {
    closeQuietly(descriptor);
  }
}

/** Closes a file in the background, after the operations in progress; see {@link closeFileQuietly}. */
export function closeLater(descriptor: number): void {
  setImmediate(() => fs.close(descriptor, () => {}));
}
