import type { DirectoryHandle } from "../../contract/index.js";
import { isTemporaryName, tagOfTemporary, temporaryTag } from "../temporary-name.js";
import { removeTree } from "./remove-tree.js";

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
  readonly #found = new Map<string, Set<string>>();

  /** @param locked - whether other processes respect the locks: only then is a young file of a locked one certainly dead */
  constructor(private readonly locked: boolean) {}

  /** Called under the lock of the file that has the name. Best effort: what cannot be removed stays. */
  async sweep(directory: DirectoryHandle, name: string): Promise<void> {
    try {
      const names = this.#found.get(directory.path) ?? (await this.#look(directory));
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

  async #look(directory: DirectoryHandle): Promise<Set<string>> {
    const names = new Set<string>();
    if (this.#found.size >= MAX_FOLDERS) this.#found.clear();
    this.#found.set(directory.path, names);
    for (const { name, type } of await directory.list()) {
      if (isTemporaryName(name) && (type === "file" || type === "directory")) names.add(name);
    }
    return names;
  }
}

async function isOld(directory: DirectoryHandle, name: string): Promise<boolean> {
  const stat = await directory.stat(name);
  return stat !== undefined && Date.now() - stat.modifiedAtMs > STALE_AFTER_MS;
}
