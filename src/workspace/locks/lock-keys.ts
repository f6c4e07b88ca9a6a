import type { FileLocation } from "../../contract/index.js";
import { foldName } from "../../values/index.js";

/** A string that sorts after every path, so that a folder is always locked before its entries. */
const AFTER_ALL_PATHS = "\u{10ffff}";

/**
 * Returns the keys of some files, each once, in the order in which every process takes them: the path, and a key shared
 * by all names of a file with several hard links. Both, because the number of names can change while a call waits.
 */
export function lockKeys(
  locations: readonly Pick<FileLocation, "path" | "stat">[],
  { caseSensitive }: { readonly caseSensitive: boolean },
): readonly string[] {
  const keys = locations.flatMap(({ path, stat }) => {
    const own = caseSensitive ? path : foldName(path);
    return stat?.type === "file" && stat.links > 1 ? [own, AFTER_ALL_PATHS + stat.identity] : [own];
  });
  return [...new Set(keys)].sort();
}

/** Returns the keys as other processes know them, in the same order. */
export function sharedKeys(keys: readonly string[]): readonly string[] {
  return keys.map((key) => key.replace(AFTER_ALL_PATHS, ""));
}
