import { accessSync, constants, lstatSync, mkdirSync } from "node:fs";
import { dirname, isAbsolute } from "node:path";
import { errnoOf } from "../file-error.js";

/** The owner may do everything, nobody else anything. */
const PRIVATE_MODE = 0o700;
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Makes a directory that only this user can write to, with what is missing above it, or makes sure that the one that is
 * there is such a directory. What is there is never repaired: who could write to it may have prepared what is inside.
 *
 * @throws Error whose message says what is wrong with the path, to follow the path in a sentence
 */
export function makePrivateDirectory(path: string): void {
  if (!isAbsolute(path)) throw new Error("is not an absolute path");
  try {
    mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_MODE });
    makeOne(path);
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) throw new Error("is a symbolic link");
    if (!stat.isDirectory()) throw new Error("is not a directory");
    // Windows has no owners in this sense; there the directories of the profile are private by inheritance.
    const user = process.geteuid?.();
    if (user !== undefined) {
      if (stat.uid !== user) throw new Error("belongs to another user");
      if ((stat.mode & WRITABLE_BY_OTHERS) !== 0) throw new Error("can be written by other users");
    }
    // A read-only file system shows here and not in the mode.
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    const errno = errnoOf(error);
    throw errno === undefined ? error : new Error(`cannot be made or written (${errno})`, { cause: error });
  }
}

// Not `recursive`: that would follow a symbolic link that lies in the way.
function makeOne(path: string): void {
  try {
    mkdirSync(path, { mode: PRIVATE_MODE });
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") throw error;
  }
}
