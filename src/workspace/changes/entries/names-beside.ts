import type { DirectoryHandle, FileStat } from "../../../contract/index.js";
import { isTemporaryName } from "./temporary-name.js";

/** Most names of a folder that are compared; in a larger folder, the other names of a file count as unknown. */
const MAX_COMPARED_NAMES = 1_000;

/**
 * Returns the names of a file (hard links) if all of them are in one folder; `undefined` if one is elsewhere or cannot
 * be found. Temporary names do not count: a name that a killed process left was not chosen by a user.
 *
 * No operating system lists the names of a file, so the folder is searched.
 */
export async function namesBeside(
  directory: DirectoryHandle,
  file: FileStat,
): Promise<readonly string[] | undefined> {
  try {
    const entries = await directory.list();
    if (entries.length > MAX_COMPARED_NAMES) return undefined;
    const found: string[] = [];
    for (const { name, type } of entries) {
      if (type !== "file" || isTemporaryName(name)) continue;
      if ((await directory.stat(name))?.identity === file.identity) found.push(name);
    }
    return found.length === file.links ? found : undefined;
  } catch {
    // The folder may not be listable.
    return undefined;
  }
}
