import { randomUUID } from "node:crypto";
import {
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  unlinkSync,
} from "node:fs";
import { dirname, join, sep } from "node:path";
import type { IntentLog, IntentLogEntry, IntentLogEntryOptions } from "../../../contract/index.js";
import { errnoOf, fileError } from "../file-error.js";
import { existingStateFolder, openStateFolder } from "../file-locks/index.js";
import { closeQuietly, fsync, open, rename, writeAll } from "../system-calls.js";

/**
 * Age from which the time of a folder reliably identifies its content: two changes within one tick of the
 * file system's clock leave the same time. FAT has the longest tick, two seconds.
 */
const SETTLED_AFTER_MS = 2_500;

/** A value read from a folder, read again only after the folder changed: each use costs one system call. */
class FolderValue<Value> {
  #last: { readonly folder: string; readonly state: string; readonly value: Value } | undefined;

  /** @param read - reads the value of a folder */
  constructor(private readonly read: (folder: string) => Value) {}

  /** Returns the value of a folder; throws if the folder does not exist. */
  of(folder: string): Value {
    const { ino, mtimeNs, ctimeNs, ctimeMs } = statSync(folder, { bigint: true });
    const state = `${ino}:${mtimeNs}:${ctimeNs}`;
    if (this.#last?.folder === folder && this.#last.state === state) return this.#last.value;
    const isSettled = Date.now() - Number(ctimeMs) > SETTLED_AFTER_MS;
    const value = this.read(folder);
    this.#last = isSettled ? { folder, state, value } : undefined;
    return value;
  }
}

/** Location of the intent log. */
export interface LocalIntentLogOptions {
  /**
   * Absolute path; default: `localStateDirectory()`. Only processes with the same directory see each other's
   * entries.
   */
  readonly stateDirectory?: string;
  /** Whether new entries are synced to the disk where they must survive a machine failure. Default true. */
  readonly isSynced?: boolean;
}

const FOLDER_NAME = "changes";

/**
 * Age at which an entry is removed when the folders of all its files are gone, so that no change can finish
 * it. Long, because a volume may be unmounted for a while.
 */
const KEPT_WITHOUT_FOLDERS_MS = 7 * 24 * 3_600_000;

/** Age at which an incomplete entry counts as the leftover of a killed process. */
const UNFINISHED_AFTER_MS = 3_600_000;

const NOTE_NAME = /^[\da-f-]{36}\.json$/;
const PART_NAME = /^[\da-f-]{36}\.part$/;

type Content = Pick<IntentLogEntry, "paths" | "text">;

/**
 * Keeps the intent log as files in `<state directory>/changes`, readable by this user only. The entries
 * contain paths, no file content. An entry stays until its change is finished or rolled back. Does no I/O
 * before the first use.
 */
export function localIntentLog({
  stateDirectory,
  isSynced = true,
}: LocalIntentLogOptions = {}): Required<IntentLog> {
  let known: string | undefined;
  const folder = () => {
    known ??= openStateFolder(FOLDER_NAME, stateDirectory);
    return known;
  };
  const listed = new FolderValue(readNotes);
  // Each entry appears by a rename, which changes the folder. The content of an entry can change without that, so a folder with
  // entries is read each time.
  const hasEntries = new FolderValue((location) =>
    readdirSync(location).some((name) => NOTE_NAME.test(name)),
  );
  return {
    async write(paths, text, { survives: wanted = "machine" } = {}) {
      const survives = isSynced ? wanted : "process";
      const id = `${randomUUID()}.json`;
      const content = JSON.stringify({ paths, text });
      try {
        await writeNote(folder(), id, content, survives);
      } catch (error) {
        if (errnoOf((error as Error).cause ?? error) !== "ENOENT") throw fileError(error, id);
        // The folder was removed: create it again.
        known = undefined;
        await writeNote(folder(), id, content, survives);
      }
      const location = folder();
      removeUseless(location);
      return noteOf(location, id, { paths, text });
    },
    async find(paths) {
      try {
        const location = folder();
        return hasEntries.of(location) ? readNotes(location).filter((note) => isAbout(note, paths)) : [];
      } catch {
        // Without a folder there are no entries; if it vanished, the next call looks for one again.
        known = undefined;
        return [];
      }
    },
    async findForRead(paths) {
      try {
        known ??= existingStateFolder(FOLDER_NAME, stateDirectory);
        return known === undefined ? [] : listed.of(known).filter((note) => isAbout(note, paths));
      } catch {
        known = undefined;
        return [];
      }
    },
  };
}

function readNotes(folder: string): readonly IntentLogEntry[] {
  return readdirSync(folder).flatMap((name) => {
    const note = NOTE_NAME.test(name) ? readNote(folder, name) : undefined;
    return note === undefined ? [] : [note];
  });
}

function isAbout(note: IntentLogEntry, paths: readonly string[]): boolean {
  return note.paths.some((own) => paths.some((path) => isRelated(own, path)));
}

/** Returns whether two paths are equal, or one is above the other. */
function isRelated(left: string, right: string): boolean {
  return left === right || left.startsWith(withSeparator(right)) || right.startsWith(withSeparator(left));
}

function withSeparator(path: string): string {
  return path.endsWith(sep) ? path : path + sep;
}

type Survival = NonNullable<IntentLogEntryOptions["survives"]>;

/** Writes an entry so that it appears complete: a reader ignores an incomplete one. */
async function writeNote(folder: string, name: string, text: string, survives: Survival): Promise<void> {
  const path = join(folder, name);
  const part = join(folder, `${randomUUID()}.part`);
  try {
    const descriptor = await open(part, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    try {
      await writeAll(descriptor, new TextEncoder().encode(text), 0);
      if (survives === "machine") await fsync(descriptor);
    } finally {
      closeQuietly(descriptor);
    }
    await rename(part, path);
    // Windows cannot sync a directory.
    if (survives === "machine" && process.platform !== "win32") await syncFolder(folder);
  } catch (error) {
    removeQuietly(part);
    throw fileError(error, path);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const descriptor = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await fsync(descriptor);
  } finally {
    closeQuietly(descriptor);
  }
}

/** Reads an entry; returns `undefined` for a file that is gone or is not an entry. */
function readNote(folder: string, name: string): IntentLogEntry | undefined {
  const content = readContent(join(folder, name));
  return content && noteOf(folder, name, content);
}

function readContent(path: string): Content | undefined {
  try {
    const { paths, text } = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
    if (typeof text !== "string" || !Array.isArray(paths)) return undefined;
    return { paths: paths.filter((each) => typeof each === "string"), text };
  } catch {
    return undefined;
  }
}

function noteOf(folder: string, id: string, content: Content): IntentLogEntry {
  const { paths } = content;
  return {
    id,
    ...content,
    update: (text) => writeNote(folder, id, JSON.stringify({ paths, text }), "machine"),
    remove: async () => removeOrEmpty(join(folder, id)),
  };
}

/** Removes obsolete entries. Best effort: readers ignore the rest. */
function removeUseless(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const isLeftover = PART_NAME.test(name) && isOlder(path, UNFINISHED_AFTER_MS);
      if (isLeftover || (NOTE_NAME.test(name) && isUseless(path))) removeQuietly(path);
    }
  } catch {
    // The folder is gone, and its entries with it.
  }
}

function isUseless(path: string): boolean {
  if (!isOlder(path, UNFINISHED_AFTER_MS)) return false;
  const content = readContent(path);
  if (content === undefined) return true;
  return isOlder(path, KEPT_WITHOUT_FOLDERS_MS) && !content.paths.some((own) => existsSync(dirname(own)));
}

function isOlder(path: string, ageMs: number): boolean {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > ageMs;
}

/**
 * Removes an entry, or empties it if it cannot be removed: a remaining entry could repeat a change that was
 * rolled back.
 */
function removeOrEmpty(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") emptyQuietly(path);
  }
}

function emptyQuietly(path: string): void {
  try {
    truncateSync(path);
  } catch {
    // The disk accepts no more writes.
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Already gone; or it stays, and the next change of its files finds nothing left to do.
  }
}
