import type { DirectoryHandle, FileStat } from "../../../contract/index.js";
import { isTemporaryName } from "./temporary-name.js";

/** Names of a folder that are compared; where there are more, the other names of a file count as unknown. */
const MAX_COMPARED_NAMES = 1_000;

/**
 * Returns the names of a file (hard links), where all of them lie in one folder; `undefined` where one is elsewhere or cannot
 * be found. Temporary names do not count: one that a killed process left is not a name that a user gave.
 *
 * No system tells the names of a file, so the folder is looked through.
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
    // A folder that may not be listed tells nothing.
    return undefined;
  }
}
