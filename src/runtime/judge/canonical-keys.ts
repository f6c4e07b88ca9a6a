import { type CallProfile, directoryKey, fileKey } from "../../batching/index.js";
import type { FileLocation, FileSystem, PathLookup, ResourceKey } from "../../contract/index.js";
import { pathFolding } from "../../values/index.js";
import { listedLinkKeys } from "./listed-links.js";

/** Looks up where a path leads; absent without a workspace. */
export type Locate = (path: string, lookup?: PathLookup) => Promise<FileLocation> | undefined;

/**
 * The key for files with several names (hard links). A call that changes one of them changes files that its path does
 * not name; a call that searches a folder, or opens such a file by one name, depends on all of its names.
 */
const LINKED_FILES_KEY = "linked-files";

/** An absolute path without a scheme, the form of the Amp specification. */
const ABSOLUTE_PATH_KEY = /^(?:\/|[a-zA-Z]:[\\/]|\\\\)/;

/**
 * Returns the path that a key says it names; `undefined` for any other key. A key that only looks like a path is not looked up on
 * disk: it may name a route or a record, and each look-up takes many times as long as the rest of a small call.
 */
export function pathOfKey({ key }: ResourceKey): string | undefined {
  if (key.startsWith("file:")) return key.slice("file:".length);
  if (key.startsWith("directory:")) return key.slice("directory:".length);
  return undefined;
}

/** Returns an absolute path that is the whole key: it is compared with other paths as it is written. */
export function writtenPathOf({ key }: ResourceKey): string | undefined {
  return ABSOLUTE_PATH_KEY.test(key) ? key : undefined;
}

const SCHEME = /^[a-zA-Z][\w+-]*:/;
const RELATIVE_PATH_CHARACTER = /[./\\]/;

/**
 * Returns the first key of a profile that is neither a path nor the name of another resource: `a.txt` or `src/a.ts`.
 * Compared unchanged, it would conflict with no call that names the same file by its path.
 */
export function relativePathKey(profile: CallProfile): string | undefined {
  if (profile === "all" || profile.keys === "all") return undefined;
  return profile.keys.find(
    (key) =>
      pathOfKey(key) === undefined &&
      writtenPathOf(key) === undefined &&
      !SCHEME.test(key.key) &&
      RELATIVE_PATH_CHARACTER.test(key.key),
  )?.key;
}

/** Returns whether a profile has keys that are paths. */
export function namesPaths(profile: CallProfile): boolean {
  return (
    profile !== "all" && profile.keys !== "all" && profile.keys.some((key) => pathOfKey(key) !== undefined)
  );
}

/** The source of the keys of one call. */
export interface KeySource {
  readonly locate: Locate;
  readonly files: FileSystem | undefined;
  /** Paths, as the call spells them, whose names it may remove or assign to another file. */
  readonly renamed: ReadonlySet<string>;
}

/**
 * Returns the keys that one key of a tool stands for, with real paths: the resource itself, the symlinks on the way
 * to it, and other resources that the outcome depends on.
 *
 * A path that does not exist stands for everything below it, from the first folder that would have to be created; a
 * call that reads it is told of similar names in its folder. A file with several names stands for
 * {@link LINKED_FILES_KEY} as well.
 */
export async function canonicalKeys(key: ResourceKey, source: KeySource): Promise<readonly ResourceKey[]> {
  const requested = pathOfKey(key);
  if (requested === undefined) return [key];
  const { locate, renamed } = source;
  const location = await locate(requested);
  const fold = pathFolding(source.files);
  const path = fold(location?.path ?? requested);
  const isSubtree = key.scope === "subtree";
  const keys: ResourceKey[] = (location?.links ?? []).map((link) => fileKey(fold(link), "read"));
  if (renamed.has(requested)) {
    const named = await locate(requested, { finalSymlink: "keep" });
    keys.push({ ...fileKey(fold(named?.path ?? path), "write"), scope: "subtree" });
  }
  if (isSubtree && key.mode === "read") keys.push({ key: LINKED_FILES_KEY, mode: "read" });
  const stat = location?.stat;
  if (location !== undefined && stat === undefined)
    return [...(await missingKeys(key, location, source)), ...keys];
  if (isSubtree || key.key.startsWith("directory:"))
    return [directoryKey(path, key.mode, key.scope), ...keys];
  // A call that reads or replaces a directory under the key of a file depends on everything below it.
  if (stat?.type === "directory") {
    const listed = key.mode === "read" ? await listedKeys(location, source, fold) : [];
    return [directoryKey(path, key.mode, "subtree"), ...keys, ...listed];
  }
  if (stat?.type === "file" && stat.links > 1) keys.push({ key: LINKED_FILES_KEY, mode: key.mode });
  return [fileKey(path, key.mode), ...keys];
}

/** Returns the keys of the symlinks in a folder that a call lists; none for a folder that is not opened before an approval. */
async function listedKeys(
  location: FileLocation | undefined,
  { locate, files }: KeySource,
  fold: (path: string) => string,
): Promise<readonly ResourceKey[]> {
  if (location?.insideRoots !== true || files === undefined) return [];
  return listedLinkKeys(location.path, locate, { files, fold });
}

/** Returns the keys of a path that does not exist. */
async function missingKeys(
  key: ResourceKey,
  { path }: FileLocation,
  source: KeySource,
): Promise<readonly ResourceKey[]> {
  const fold = pathFolding(source.files);
  const { firstMissing, folder } = await missingPart(path, source);
  if (key.mode === "write") return [{ ...fileKey(fold(firstMissing), "write"), scope: "subtree" }];
  const own = { ...fileKey(fold(path), "read"), ...(key.scope && { scope: key.scope }) };
  return firstMissing === path && folder !== undefined
    ? [own, directoryKey(fold(folder), "read", "subtree")]
    : [own];
}

/** Returns the first missing name of a real path, and the existing folder above it; uses a binary search. */
async function missingPart(
  path: string,
  { locate, files }: KeySource,
): Promise<{ readonly firstMissing: string; readonly folder?: string | undefined }> {
  if (files === undefined) return { firstMissing: path };
  const ancestors = [path];
  for (
    let at = path, above = files.path.dirname(at);
    above !== at;
    at = above, above = files.path.dirname(at)
  ) {
    ancestors.push(above);
  }
  let missing = 0;
  let present = ancestors.length;
  while (present - missing > 1) {
    const middle = (missing + present) >>> 1;
    const there = (await locate(ancestors[middle] as string))?.stat !== undefined;
    if (there) present = middle;
    else missing = middle;
  }
  const folder = ancestors[present];
  return { firstMissing: ancestors[missing] as string, folder };
}

/** Returns the keys without those that others of the same call include. */
export function withoutRepeats(keys: readonly ResourceKey[]): readonly ResourceKey[] {
  if (keys.length < 2) return keys;
  const byPath = new Map<string, ResourceKey[]>();
  for (const key of keys) {
    const resource = pathOfKey(key) ?? writtenPathOf(key) ?? `\0${key.key}`;
    const known = byPath.get(resource) ?? [];
    if (known.some((other) => includes(other, key))) continue;
    byPath.set(resource, [...known.filter((other) => !includes(key, other)), key]);
  }
  return [...byPath.values()].flat();
}

function includes(one: ResourceKey, other: ResourceKey): boolean {
  return (
    (one.mode === "write" || other.mode === "read") && (one.scope === "subtree" || other.scope !== "subtree")
  );
}
