import * as fs from "node:fs";
import { promisify } from "node:util";

// The callback forms: a promise of `node:fs/promises` costs a FileHandle object for each open, and its close is a
// second trip through the thread pool that a read-only descriptor does not need.
export const open = promisify(fs.open);
export const fsync = promisify(fs.fsync);
export const fchmod = promisify(fs.fchmod);
export const fchown = promisify(fs.fchown);
export const ftruncate = promisify(fs.ftruncate);
export const link = promisify(fs.link);
export const mkdir = promisify(fs.mkdir);
export const readlink = promisify(fs.readlink);
export const realpath = promisify(fs.realpath.native);
export const rename = promisify(fs.rename);
export const rmdir = promisify(fs.rmdir);
export const symlink = promisify(fs.symlink);
export const unlink = promisify(fs.unlink);

const lstatWithCallback = promisify(fs.lstat);
const readWithCallback = promisify(fs.read);
const writeWithCallback = promisify(fs.write);
const readdirWithCallback = promisify(fs.readdir);
const closeWithCallback = promisify(fs.close);

/** Facts about a name itself, symlinks not followed; with 64-bit numbers, as inode numbers need them. */
export function lstat(path: string): Promise<fs.BigIntStats> {
  return lstatWithCallback(path, { bigint: true });
}

/** Facts about an open descriptor: answered from what the kernel holds since the open, so without a trip to the pool. */
export function fstat(descriptor: number): fs.BigIntStats {
  return fs.fstatSync(descriptor, { bigint: true });
}

/** Names of a directory with their types. */
export function readDirectory(path: string): Promise<fs.Dirent[]> {
  return readdirWithCallback(path, { withFileTypes: true });
}

/** Reads from a position; answers how many bytes came. */
export async function read(descriptor: number, buffer: Uint8Array, position: number): Promise<number> {
  const { bytesRead } = await readWithCallback(descriptor, buffer, 0, buffer.byteLength, position);
  return bytesRead;
}

/** Writes all bytes at a position, however many calls that takes. */
export async function writeAll(descriptor: number, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.byteLength) {
    const { bytesWritten } = await writeWithCallback(
      descriptor,
      bytes,
      written,
      bytes.byteLength - written,
      position + written,
    );
    written += bytesWritten;
  }
}

/** Closes a descriptor that was written to: a late write error surfaces here. */
export function close(descriptor: number): Promise<void> {
  return closeWithCallback(descriptor);
}

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
 * last descriptor, which takes the longer the bigger it was: then in the background, for nobody has to wait for that.
 */
export function closeFileQuietly(descriptor: number): void {
  try {
    if (fs.fstatSync(descriptor).nlink === 0) fs.close(descriptor, () => {});
    else closeQuietly(descriptor);
  } catch {
    closeQuietly(descriptor);
  }
}
