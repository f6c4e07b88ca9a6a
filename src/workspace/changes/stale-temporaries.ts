import type { DirectoryEntry, DirectoryHandle } from "../../contract/index.js";
import { removeTree } from "./remove-tree.js";
import { isTemporaryName, tagOfTemporary, temporaryTag } from "./temporary-name.js";

/** Age at which a temporary file is nobody's any more: a write takes seconds, and one this old fails, it does no harm. */
const STALE_AFTER_MS = 3_600_000;

/** Folders whose leftovers are remembered; a folder that is forgotten is looked at again. */
const MAX_FOLDERS = 1_000;

/**
 * Removes what a killed process left: the temporary files of a file when that is written next, and those of any file once
 * they are an hour old.
 *
 * Each folder is listed once, at the first write in it.
 */
export class StaleTemporaries {
  // The names found, by the path of the folder.
  readonly #found = new Map<string, Promise<Set<string>>>();

  /** @param locked - whether other processes respect the locks: only then is a young file of a locked one certainly dead */
  constructor(private readonly locked: boolean) {}

  /** Called under the lock of the file that has the name. Best effort: what cannot be removed stays. */
  async sweep(directory: DirectoryHandle, name: string): Promise<void> {
    try {
      const names = await this.#lookOnce(directory);
      const tag = temporaryTag(name);
      for (const found of names) {
        const isOwn = this.locked && tagOfTemporary(found) === tag;
        if (!isOwn && !(await isOld(directory, found))) continue;
        names.delete(found);
        await removeTree(directory, found);
      }
    } catch {
      // A folder that may be written to but not listed, for example.
    }
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
  const isLeftover = ({ name, type }: DirectoryEntry) =>
    isTemporaryName(name) && (type === "file" || type === "directory");
  return new Set(entries.filter(isLeftover).map(({ name }) => name));
}

async function isOld(directory: DirectoryHandle, name: string): Promise<boolean> {
  const stat = await directory.stat(name);
  return stat !== undefined && Date.now() - stat.modifiedAtMs > STALE_AFTER_MS;
}
