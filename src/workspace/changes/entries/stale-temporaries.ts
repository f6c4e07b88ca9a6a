import type { DirectoryEntry, DirectoryHandle, IntentLog } from "../../../contract/index.js";
import { removeTree } from "./remove-tree.js";
import { isTemporaryName, tagOfTemporary, temporaryTag } from "./temporary-name.js";

/** Age at which a temporary file has no living owner: a write takes seconds, and one this old fails, it does no harm. */
const STALE_AFTER_MS = 3_600_000;

/** The same for a temporary folder, into which a large tree may be copied for hours while its own facts stay as they are. */
const STALE_FOLDER_AFTER_MS = 24 * STALE_AFTER_MS;

/** Folders whose leftovers are remembered; a folder that is forgotten is looked at again. */
const MAX_FOLDERS = 1_000;

/**
 * Removes leftovers of killed processes: the temporary files of a file when that is written next, and those of any file once
 * they are an hour old.
 *
 * Each folder is listed once, at the first write in it.
 */
export class StaleTemporaries {
  // The names found, by the path of the folder.
  readonly #found = new Map<string, Promise<Set<string>>>();

  /**
   * @param locked - whether other processes respect the locks: only then is a young file of a locked one certainly dead
   * @param notes - of changes that are not finished: their temporary files are what they are finished with
   */
  constructor(
    private readonly locked: boolean,
    private readonly notes?: IntentLog,
  ) {}

  /** Called under the lock of the file that has the name. Best effort: what cannot be removed stays. */
  async sweep(directory: DirectoryHandle, name: string): Promise<void> {
    try {
      const names = await this.#lookOnce(directory);
      const tag = temporaryTag(name);
      for (const found of names) {
        const isOwn = this.locked && tagOfTemporary(found) === tag;
        if (!isOwn && !(await isOld(directory, found))) continue;
        if (await this.#isNoted(directory, found)) continue;
        names.delete(found);
        await removeTree(directory, found);
      }
    } catch {
      // A folder that may be written to but not listed, for example.
    }
  }

  /**
   * Removes the temporary names that are further names of a file: a process was killed between giving the file its name and
   * taking the temporary one away. Called under the lock of the file, which says that the process is dead. Best effort.
   */
  async sweepLinks(directory: DirectoryHandle, name: string, identity: string): Promise<void> {
    if (!this.locked) return;
    try {
      const tag = temporaryTag(name);
      for (const found of await leftoversIn(directory)) {
        if (tagOfTemporary(found) !== tag || (await directory.stat(found))?.identity !== identity) continue;
        await directory.removeFile(found);
      }
    } catch {
      // As with sweep: the file is written in place then.
    }
  }

  /** Has a later change remove a temporary file that could not be removed now. */
  async remember(directory: DirectoryHandle, temporary: string): Promise<void> {
    const names = this.#found.get(directory.path);
    (await names?.catch(() => undefined))?.add(temporary);
  }

  /** Whether a change that was killed in the middle is to be finished with a temporary file. */
  async #isNoted(directory: DirectoryHandle, found: string): Promise<boolean> {
    const notes = (await this.notes?.find([directory.path])) ?? [];
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
 * By the time of the last change of its facts, which a rename counts as: a file that a running change has set aside keeps the
 * time at which its content was written, years ago perhaps.
 */
async function isOld(directory: DirectoryHandle, name: string): Promise<boolean> {
  const stat = await directory.stat(name);
  if (stat === undefined) return false;
  const ageMs = Date.now() - (stat.changedAtMs ?? stat.modifiedAtMs);
  return ageMs > (stat.type === "directory" ? STALE_FOLDER_AFTER_MS : STALE_AFTER_MS);
}
