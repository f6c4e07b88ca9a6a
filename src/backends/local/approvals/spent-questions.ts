import { closeSync, constants, fsyncSync, mkdirSync, openSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { errnoOf } from "../file-error.js";

const FOLDER_NAME = "answered";
const PRIVATE_MODE = 0o600;
const PRIVATE_FOLDER_MODE = 0o700;

const DAY_MS = 86_400_000;

/** Days that marks are kept: longer than a request can be answered (30), so that no clock a little off revives one. */
const KEPT_DAYS = 32;

const DAY_NAME = /^\d{1,9}$/;

/**
 * Leaves the mark of an answered request. Returns `false` where it is there already: the system creates a file for one of
 * several processes only.
 *
 * Marks lie in a folder for each day on which requests were asked, so that old ones go a day at a time.
 */
export function spendQuestion(folder: string, name: string, askedAtMs: number): boolean {
  const marks = join(folder, FOLDER_NAME);
  const day = join(marks, String(Math.trunc(askedAtMs / DAY_MS)));
  const isNewDay = mkdirSync(day, { recursive: true, mode: PRIVATE_FOLDER_MODE }) !== undefined;
  try {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    closeSync(openSync(join(day, name), flags, PRIVATE_MODE));
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw error;
  }
  // A mark that is lost with the power would let the answer count again.
  for (const changed of isNewDay ? [day, marks] : [day]) syncFolder(changed);
  if (isNewDay) removeOldMarks(marks);
  return true;
}

function syncFolder(folder: string): void {
  // Windows cannot sync a directory.
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    fsyncSync(descriptor);
  } catch (error) {
    if (!["EINVAL", "ENOTSUP", "ENOSYS"].includes(errnoOf(error) ?? "")) throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Best effort, in the background: what stays is removed another day. */
function removeOldMarks(marks: string): void {
  const oldest = Math.trunc(Date.now() / DAY_MS) - KEPT_DAYS;
  for (const name of readdirSync(marks)) {
    if (!DAY_NAME.test(name) || Number(name) >= oldest) continue;
    rm(join(marks, name), { recursive: true, force: true }).catch(() => {});
  }
}
