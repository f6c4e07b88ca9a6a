import { accessSync, constants, lstatSync, mkdirSync } from "node:fs";
import { dirname, isAbsolute } from "node:path";
import { errnoOf } from "../file-error.js";

/** Full access for the owner, none for other users. */
const PRIVATE_MODE = 0o700;
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Creates a directory that only this user can write to, with its missing parents, or checks that the existing
 * one is such a directory. An existing directory is never repaired: another user who could write to it may
 * have prepared its content.
 *
 * @throws Error whose message completes a sentence that starts with the path
 */
export function makePrivateDirectory(path: string): void {
  if (!isAbsolute(path)) throw new Error("is not an absolute path");
  try {
    mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_MODE });
    makeOne(path);
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) throw new Error("is a symbolic link");
    if (!stat.isDirectory()) throw new Error("is not a directory");
    // Windows has no owners in this sense; directories in the profile inherit private permissions.
    const user = process.geteuid?.();
    if (user !== undefined) {
      if (stat.uid !== user) throw new Error("belongs to another user");
      if ((stat.mode & WRITABLE_BY_OTHERS) !== 0) throw new Error("can be written by other users");
    }
    // A read-only file system is visible here and not in the mode.
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    const errno = errnoOf(error);
    throw errno === undefined
      ? error
      : new Error(`cannot be created or written (${errno})`, { cause: error });
  }
}

// Not `recursive`: that would follow a symbolic link with this name.
function makeOne(path: string): void {
  try {
    mkdirSync(path, { mode: PRIVATE_MODE });
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") throw error;
  }
}
