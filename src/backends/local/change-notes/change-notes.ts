import { randomUUID } from "node:crypto";
import { constants, readdirSync, readFileSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import type { ChangeNote, ChangeNotes } from "../../../contract/index.js";
import { errnoOf, fileError } from "../file-error.js";
import { openStateFolder } from "../file-locks/index.js";
import { closeQuietly, fsync, open, writeAll } from "../system-calls.js";

/** Where notes are kept. */
export interface LocalChangeNotesOptions {
  /** Absolute; the default is that of `localStateDirectory()`. Only processes with the same one see each other's notes. */
  readonly stateDirectory?: string;
}

const FOLDER_NAME = "changes";

/**
 * Age at which a note is nobody's any more, as with temporary files: who comes back to a file after that expects to find it as
 * it is.
 */
const STALE_AFTER_MS = 3_600_000;

const NOTE_NAME = /^[\da-f-]{36}\.json$/;

/**
 * Keeps notes of changes as files in `<state directory>/changes`, readable by this user only. They hold paths, no content.
 *
 * Costs nothing before the first use.
 */
export function localChangeNotes({ stateDirectory }: LocalChangeNotesOptions = {}): ChangeNotes {
  let known: string | undefined;
  const folder = () => {
    known ??= openStateFolder(FOLDER_NAME, stateDirectory);
    return known;
  };
  return {
    async write(paths, text) {
      const id = `${randomUUID()}.json`;
      const content = JSON.stringify({ paths, text });
      try {
        await writeDurably(folder(), id, content);
      } catch (error) {
        if (errnoOf(error) !== "ENOENT") throw fileError(error, id);
        // Somebody has removed the folder: it is made again.
        known = undefined;
        await writeDurably(folder(), id, content);
      }
      const place = folder();
      removeStale(place);
      return noteOf(place, id, { paths, text });
    },
    async find(paths) {
      try {
        const place = folder();
        return readdirSync(place).flatMap((name) => {
          const note = NOTE_NAME.test(name) ? readNote(place, name) : undefined;
          return note?.paths.some((path) => paths.includes(path)) === true ? [note] : [];
        });
      } catch {
        // Without a place there are no notes; and where it has vanished, another is looked for.
        known = undefined;
        return [];
      }
    },
  };
}

async function writeDurably(folder: string, name: string, text: string): Promise<void> {
  const path = join(folder, name);
  const descriptor = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    await writeAll(descriptor, new TextEncoder().encode(text), 0);
    await fsync(descriptor);
    // Windows cannot sync a directory.
    if (process.platform !== "win32") await syncFolder(folder);
  } catch (error) {
    removeQuietly(path);
    throw fileError(error, path);
  } finally {
    closeQuietly(descriptor);
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

/** `undefined` for a note that is old, gone by now, or was never finished: then nothing that it tells of has begun. */
function readNote(folder: string, name: string): ChangeNote | undefined {
  try {
    const path = join(folder, name);
    if (isStale(path)) return undefined;
    const { paths, text } = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
    if (typeof text !== "string" || !Array.isArray(paths)) return undefined;
    return noteOf(folder, name, { paths: paths.filter((each) => typeof each === "string"), text });
  } catch {
    return undefined;
  }
}

function noteOf(folder: string, id: string, content: Pick<ChangeNote, "paths" | "text">): ChangeNote {
  return { id, ...content, remove: async () => removeQuietly(join(folder, id)) };
}

/** Best effort: what stays is passed over. */
function removeStale(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (NOTE_NAME.test(name) && isStale(path)) removeQuietly(path);
    }
  } catch {
    // The folder has vanished, and the notes with it.
  }
}

function isStale(path: string): boolean {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > STALE_AFTER_MS;
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Gone already; or it stays, and is stale in an hour.
  }
}
