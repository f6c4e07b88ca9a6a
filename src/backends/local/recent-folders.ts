import { constants, existsSync, readlinkSync } from "node:fs";
import * as path from "node:path";
import type { FileStat, ResolvedPath } from "../../contract/index.js";
import { briefCalls } from "./brief-call.js";
import { nameOfBytes, UNKNOWN_CHARACTER } from "./escaped-names.js";
import { errnoOf } from "./file-error.js";
import { toFileStat } from "./file-stat.js";
import { closeQuietly, DESCRIPTORS, lstatNow, openNow } from "./system-calls.js";

// Opens only the name: works without read permission and never wakes a device. Node's constants do not
// include it.
export const O_PATH = 0x200000;

/** Milliseconds for which an entry that was found need not be looked up again: the look-ups of one call, not of many. */
const MAX_FOUND_MS = 5;

/** Folders that stay open for the next look-ups. */
const MAX_FOLDERS = 16;

let descriptorsAvailable: boolean | undefined;

/** Returns whether directories can be anchored by descriptors: on Linux with `/proc`; in Deno only with `--allow-all`. */
export function hasDescriptorPaths(): boolean {
  descriptorsAvailable ??= process.platform === "linux" && canSeeDescriptors();
  return descriptorsAvailable;
}

function canSeeDescriptors(): boolean {
  try {
    return existsSync(DESCRIPTORS);
  } catch {
    // Deno throws here if it has fewer permissions.
    return false;
  }
}

/** An open descriptor with several users; the last one closes it. */
export class SharedDescriptor {
  /** Whether the descriptor can list and sync its folder, not only name what is in it. */
  readonly isReadable: boolean;
  #users = 1;

  constructor(
    readonly number: number,
    { isReadable = false }: { readonly isReadable?: boolean } = {},
  ) {
    this.isReadable = isReadable;
  }

  use(): this {
    this.#users += 1;
    return this;
  }

  release(): void {
    this.#users -= 1;
    if (this.#users === 0) closeQuietly(this.number);
  }
}

/**
 * The folders that were opened since the last event of the loop, by their real path. A call looks up its path several times, and the
 * calls of a batch look up the same folders, all before the next event. Each use checks again where the descriptor leads.
 */
const folders = new Map<string, SharedDescriptor>();
let isEndScheduled = false;

/** The folder in which an entry was found, by the status of the entry. */
let foundIn = new WeakMap<FileStat, SharedDescriptor>();

/**
 * The entries that were found since the last event of the loop, by their paths. A call looks up its path for its rules and again for its
 * access. Where the folder still has its path, the second look-up need not ask for the entry again: who opens it compares it with what
 * was found, and a change compares it once more before it replaces it.
 */
const entries = new Map<
  string,
  { readonly found: ResolvedPath & { readonly stat: FileStat }; readonly atMs: number }
>();

/** Forgets the entries that were found, because this process writes, renames or removes something. */
export function forgetFoundEntries(): void {
  foundIn = new WeakMap();
  entries.clear();
}

/**
 * Returns whether an entry was found in a folder since the last event of the loop, and this process has renamed nothing since
 * then.
 */
export function wasJustFound(stat: FileStat, folderPath: string): boolean {
  const folder = folders.get(folderPath);
  return folder !== undefined && foundIn.get(stat) === folder;
}

/**
 * Returns the descriptor of the folder in which an entry was just found; `undefined` for any other. The look-up has checked its
 * path. The caller must release it.
 */
export function folderOfFound(stat: FileStat, folderPath: string): SharedDescriptor | undefined {
  return wasJustFound(stat, folderPath) ? folders.get(folderPath)?.use() : undefined;
}

/** Closes the folders after the microtasks, before timers and input. */
function scheduleEnd(): void {
  if (isEndScheduled) return;
  isEndScheduled = true;
  process.nextTick(() => {
    isEndScheduled = false;
    for (const folder of folders.values()) folder.release();
    folders.clear();
    entries.clear();
  });
}

/**
 * Looks up a path without a symlink in it; returns `undefined` for any other path, on systems without descriptor paths, and while the
 * volume is slow.
 *
 * The kernel states the real path of the folder, whatever its depth: three system calls, two for the next file of the folder, and one for the same file.
 */
export function lookUpPlain(absolutePath: string): ResolvedPath | undefined {
  const name = path.basename(absolutePath);
  const isPlain = name !== "" && path.normalize(absolutePath) === absolutePath && !absolutePath.endsWith("/");
  if (!isPlain || !hasDescriptorPaths()) return undefined;
  try {
    return briefCalls(() => lookUpNow(absolutePath, name));
  } catch {
    // The full look-up reports the failure.
    return undefined;
  }
}

function lookUpNow(absolutePath: string, name: string): ResolvedPath | undefined {
  const folder = openRealFolder(path.dirname(absolutePath));
  if (folder === undefined) return undefined;
  try {
    const known = entries.get(absolutePath);
    if (known !== undefined && foundIn.get(known.found.stat) === folder && isRecent(known.atMs))
      return known.found;
    const stats = lstatNow(`${DESCRIPTORS}/${folder.number}/${name}`);
    if (stats.isSymbolicLink()) return undefined;
    const stat = toFileStat(stats);
    foundIn.set(stat, folder);
    const found = { path: absolutePath, stat };
    if (folders.get(path.dirname(absolutePath)) === folder) {
      entries.set(absolutePath, { found, atMs: performance.now() });
    }
    return found;
  } catch (error) {
    // The folder is real, so nothing but the name is missing.
    if (errnoOf(error) === "ENOENT") return { path: absolutePath };
    throw error;
  } finally {
    folder.release();
  }
}

function isRecent(atMs: number): boolean {
  return performance.now() - atMs < MAX_FOUND_MS;
}

/** Opens a folder whose path must be real; returns `undefined` if it is not. The caller must release it. */
function openRealFolder(folderPath: string): SharedDescriptor | undefined {
  const recent = recentFolder(folderPath);
  if (recent !== undefined) return recent;
  const folder = openFolder(folderPath);
  if (!leadsTo(folder, folderPath)) {
    folder.release();
    return undefined;
  }
  if (folders.size < MAX_FOLDERS) {
    folders.set(folderPath, folder.use());
    scheduleEnd();
  }
  return folder;
}

/** Opens a folder such that a change in it can be synced, where its owner allows that. */
function openFolder(folderPath: string): SharedDescriptor {
  try {
    return new SharedDescriptor(openNow(folderPath, constants.O_RDONLY | constants.O_DIRECTORY), {
      isReadable: true,
    });
  } catch (error) {
    if (errnoOf(error) !== "EACCES") throw error;
    return new SharedDescriptor(openNow(folderPath, O_PATH | constants.O_DIRECTORY));
  }
}

/** Returns the descriptor of a folder that is open and still has its path; the caller must release it. */
export function recentFolder(folderPath: string): SharedDescriptor | undefined {
  const folder = folders.get(folderPath);
  if (folder === undefined) return undefined;
  if (leadsTo(folder, folderPath)) return folder.use();
  folders.delete(folderPath);
  folder.release();
  return undefined;
}

function leadsTo(folder: SharedDescriptor, folderPath: string): boolean {
  try {
    return pathOfDescriptor(`${DESCRIPTORS}/${folder.number}`) === folderPath;
  } catch {
    // Without `/proc`, which may have been unmounted, the full look-up decides.
    return false;
  }
}

/** Returns the path a descriptor leads to, with names that are not UTF-8 in the form of `nameOfBytes`. */
export function pathOfDescriptor(descriptorPath: string): string {
  const found = readlinkSync(descriptorPath);
  if (!found.includes(UNKNOWN_CHARACTER)) return found;
  return nameOfBytes(readlinkSync(descriptorPath, { encoding: "buffer" }));
}
