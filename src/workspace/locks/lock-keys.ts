import type { FileLocation } from "../../contract/index.js";

/** What sorts behind every path, so that a folder is always locked before what is in it. */
const AFTER_ALL_PATHS = "\u{10ffff}";

/**
 * The keys of some files, each once, in the order in which everybody takes them: the path, and what all names of a file with
 * several hard links share. Both, because that there are several can be over while somebody waits.
 */
export function lockKeys(
  locations: readonly Pick<FileLocation, "path" | "stat">[],
  caseSensitive: boolean,
): readonly string[] {
  const keys = locations.flatMap(({ path, stat }) => {
    const own = caseSensitive ? path : path.toLowerCase();
    return stat?.type === "file" && stat.links > 1 ? [own, AFTER_ALL_PATHS + stat.identity] : [own];
  });
  return [...new Set(keys)].sort();
}

/** The keys as other processes know them, in the same order. */
export function sharedKeys(keys: readonly string[]): readonly string[] {
  return keys.map((key) => key.replace(AFTER_ALL_PATHS, ""));
}
