import type { Backend, DirectoryEntry, DirectoryHandle } from "../../../contract/index.js";
import { removeTree } from "./remove-tree.js";
import { isTemporaryName, tagOfTemporary, temporaryTag } from "./temporary-name.js";

/**
 * Age at which a temporary file has no living owner: a write takes seconds, and if one this old fails, it does no harm.
 */
const STALE_AFTER_MS = 3_600_000;

/**
 * The same age for a temporary folder: copying a large tree into it may take hours, during which the stat of the folder
 * itself does not change.
 */
const STALE_FOLDER_AFTER_MS = 24 * STALE_AFTER_MS;

/** Folders whose leftovers are remembered; a forgotten folder is listed again. */
const MAX_FOLDERS = 1_000;

/**
 * Removes leftovers of killed processes: the temporary files of a file at the next write of that file, and those of any
 * file once they are an hour old.
 *
 * Each folder is listed once, at the first write in it.
 */
export class StaleTemporaries {
  // The names found, by the path of the folder.
  readonly #found = new Map<string, Promise<Set<string>>>();

  /**
   * @param backend - its locks: only if other processes respect them does a recent temporary file of a locked file certainly
   * belong to a dead process; its intent log: the temporary files of unfinished changes are needed to finish them
   */
  constructor(private readonly backend: Pick<Backend, "locks" | "intentLog">) {}

  /** Removes the leftovers of a file. Called under the lock of that file. Best effort: what cannot be removed stays. */
  async sweep(directory: DirectoryHandle, name: string): Promise<void> {
    try {
      const names = await this.#lookOnce(directory);
      const tag = temporaryTag(name);
      for (const found of names) {
        const isOwn = this.backend.locks !== undefined && tagOfTemporary(found) === tag;
        if (!isOwn && !(await isOld(directory, found))) continue;
        if (await this.#isNoted(directory, found)) continue;
        names.delete(found);
        await removeTree(directory, found);
      }
    } catch {
      // For example, a folder that is writable but not listable.
    }
  }

  /**
   * Removes temporary names that are further names of a file: a process was killed after it linked the file to its name
   * and before it removed the temporary name. Called under the lock of the file, which proves that the process is dead.
   * Best effort.
   */
  async sweepLinks(directory: DirectoryHandle, name: string, identity: string): Promise<void> {
    if (this.backend.locks === undefined) return;
    try {
      const tag = temporaryTag(name);
      for (const found of await leftoversIn(directory)) {
        if (tagOfTemporary(found) !== tag || (await directory.stat(found))?.identity !== identity) continue;
        await directory.removeFile(found);
      }
    } catch {
      // As in `sweep`: the file is then written in place.
    }
  }

  /** Remembers a temporary file that could not be removed now, so that a later change removes it. */
  async remember(directory: DirectoryHandle, temporary: string): Promise<void> {
    const names = this.#found.get(directory.path);
    (await names?.catch(() => undefined))?.add(temporary);
  }

  /** Returns whether a temporary file is needed to finish an interrupted change. */
  async #isNoted(directory: DirectoryHandle, found: string): Promise<boolean> {
    const notes = (await this.backend.intentLog?.find([directory.path])) ?? [];
    return notes.some(({ text }) => text.includes(found));
  }

  #lookOnce(directory: DirectoryHandle): Promise<Set<string>> {
    const known = this.#found.get(directory.path);
    if (known !== undefined) return known;
    if (this.#found.size >= MAX_FOLDERS) this.#found.clear();
    const looking = leftoversIn(directory);
    this.#found.set(directory.path, looking);
    return looking;
  }
}

async function leftoversIn(directory: DirectoryHandle): Promise<Set<string>> {
  const entries = await directory.list();
  const isLeftover = ({ name, type }: DirectoryEntry) => isTemporaryName(name) && type !== "other";
  return new Set(entries.filter(isLeftover).map(({ name }) => name));
}

/**
 * Compares the time of the last status change (ctime), which a rename updates: a file that a running change has set
 * aside keeps its modification time, which may be years ago.
 */
async function isOld(directory: DirectoryHandle, name: string): Promise<boolean> {
  const stat = await directory.stat(name);
  if (stat === undefined) return false;
  const ageMs = Date.now() - (stat.changedAtMs ?? stat.modifiedAtMs);
  return ageMs > (stat.type === "directory" ? STALE_FOLDER_AFTER_MS : STALE_AFTER_MS);
}
