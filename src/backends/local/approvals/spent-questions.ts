import { closeSync, constants, mkdirSync, openSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { errnoOf } from "../file-error.js";
import { syncNow } from "../system-calls.js";

const FOLDER_NAME = "answered";
const PRIVATE_MODE = 0o600;
const PRIVATE_FOLDER_MODE = 0o700;

const DAY_MS = 86_400_000;

/**
 * Days that marks are kept: longer than a request can be answered (30), so that a slightly wrong clock does
 * not revive one.
 */
const KEPT_DAYS = 32;

const DAY_NAME = /^\d{1,9}$/;

/**
 * Creates the mark of an answered request. Returns `false` if it exists already: the system creates a file
 * for only one of several processes.
 *
 * Marks are grouped in one folder per day of asking, so that old ones are removed a day at a time.
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
  // If a power failure lost the mark, the answer would count again.
  for (const changed of isNewDay ? [day, marks] : [day]) syncFolder(changed);
  if (isNewDay) removeOldMarks(marks);
  return true;
}

function syncFolder(folder: string): void {
  // Windows cannot sync a directory.
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    syncNow(descriptor);
  } catch (error) {
    if (!["EINVAL", "ENOTSUP", "ENOSYS"].includes(errnoOf(error) ?? "")) throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Removes old marks in the background. Best effort: the rest is removed on another day. */
function removeOldMarks(marks: string): void {
  const oldest = Math.trunc(Date.now() / DAY_MS) - KEPT_DAYS;
  for (const name of readdirSync(marks)) {
    if (!DAY_NAME.test(name) || Number(name) >= oldest) continue;
    rm(join(marks, name), { recursive: true, force: true }).catch(() => {});
  }
}
