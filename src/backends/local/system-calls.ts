import * as fs from "node:fs";
import { promisify } from "node:util";
import { BRIEF_BYTES, briefCall } from "./brief-call.js";

// The callback forms: a promise of `node:fs/promises` costs a FileHandle object for each open, and its close is a
// second trip through the thread pool that a read-only descriptor does not need.
const inPool = {
  open: promisify(fs.open),
  lstat: promisify(fs.lstat),
  readlink: promisify(fs.readlink),
  realpath: promisify(fs.realpath.native),
  readdir: promisify(fs.readdir),
  read: promisify(fs.read),
  write: promisify(fs.write),
  rename: promisify(fs.rename),
  unlink: promisify(fs.unlink),
  close: promisify(fs.close),
};

export const fsync = promisify(fs.fsync);
export const ftruncate = promisify(fs.ftruncate);
export const link = promisify(fs.link);
export const mkdir = promisify(fs.mkdir);
export const rmdir = promisify(fs.rmdir);
export const symlink = promisify(fs.symlink);

/** Facts about a name itself, symlinks not followed; with 64-bit numbers, as inode numbers need them. */
export function lstat(path: string): Promise<fs.BigIntStats> {
  return briefCall(
    () => fs.lstatSync(path, { bigint: true }),
    () => inPool.lstat(path, { bigint: true }),
  );
}

/** Facts about an open descriptor: answered from what the kernel holds since the open. */
export function fstat(descriptor: number): fs.BigIntStats {
  return fs.fstatSync(descriptor, { bigint: true });
}

/** The path with every symlink on it followed. */
export function realpath(path: string): Promise<string> {
  return briefCall(
    () => fs.realpathSync.native(path),
    () => inPool.realpath(path),
  );
}

/** What a symlink says. */
export function readlink(path: string): Promise<string> {
  return briefCall(
    () => fs.readlinkSync(path),
    () => inPool.readlink(path),
  );
}

/** Names of a directory with their types. */
export function readDirectory(path: string): Promise<fs.Dirent[]> {
  return inPool.readdir(path, { withFileTypes: true });
}

/** Opens a file or directory. */
export function open(path: string, flags: number, mode?: number): Promise<number> {
  return briefCall(
    () => fs.openSync(path, flags, mode),
    () => inPool.open(path, flags, mode),
  );
}

/** Reads from a position; answers how many bytes came. */
export function read(descriptor: number, buffer: Uint8Array, position: number): Promise<number> {
  const length = buffer.byteLength;
  const atLength = async () => (await inPool.read(descriptor, buffer, 0, length, position)).bytesRead;
  if (length > BRIEF_BYTES) return atLength();
  return briefCall(() => fs.readSync(descriptor, buffer, 0, length, position), atLength);
}

/** Writes all bytes at a position, however many calls that takes. */
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

/** Changes the mode of an open file. */
export function fchmod(descriptor: number, mode: number): void {
  fs.fchmodSync(descriptor, mode);
}

/** Changes the owner of an open file. */
export function fchown(descriptor: number, user: number, group: number): void {
  fs.fchownSync(descriptor, user, group);
}

/** Gives a file another name, in place of what has it. */
export function rename(from: string, to: string): Promise<void> {
  return briefCall(
    () => fs.renameSync(from, to),
    () => inPool.rename(from, to),
  );
}

/** Removes a name; the blocks of a large file may take a while, so that is left to the pool. */
export const unlink = inPool.unlink;

/** Closes a descriptor that was written to: a late write error surfaces here. */
export const close = inPool.close;

/** Closes a descriptor that was only read from, or synced; nothing can fail that anybody could act on. */
export function closeQuietly(descriptor: number): void {
  try {
    fs.closeSync(descriptor);
  } catch {
    // EBADF or EIO on a descriptor that holds no data of ours, or none that is not safe.
  }
}

/**
 * Closes a file like {@link closeQuietly}. When that was replaced or removed meanwhile, the system frees its blocks with the
 * last descriptor, which takes the longer the bigger it was: then in the background and behind what is under way, which would have to wait for
 * the journal of the volume meanwhile (the removal of the file's own lock, above all).
 */
export function closeFileQuietly(descriptor: number): void {
  try {
    if (fs.fstatSync(descriptor).nlink === 0) setImmediate(() => fs.close(descriptor, () => {}));
    else closeQuietly(descriptor);
  } catch {
    closeQuietly(descriptor);
  }
}
