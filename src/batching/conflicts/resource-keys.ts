import type { ResourceKey } from "../../contract/index.js";

/**
 * Creates the key of one file.
 *
 * @param path - absolute, symlinks resolved
 * @example fileKey("/project/src/a.ts", "write")
 */
export function fileKey(path: string, mode: ResourceKey["mode"]): ResourceKey {
  return { key: `file:${path}`, mode };
}

/**
 * Creates the key of a directory; the same resource as the `file:` key of that path.
 *
 * @param path - absolute, symlinks resolved
 * @param scope - `"self"` (the default) for the directory itself, `"subtree"` for everything below it as well
 * @example directoryKey("/project/src", "read", "subtree")
 */
export function directoryKey(
  path: string,
  mode: ResourceKey["mode"],
  scope: "self" | "subtree" = "self",
): ResourceKey {
  return scope === "subtree" ? { key: `directory:${path}`, mode, scope } : { key: `directory:${path}`, mode };
}
