import type { ResourceKey } from "../../contract/index.js";
import { GUIDANCE_FILE_NAMES } from "../../workspace/index.js";
import { isAbsolutePath, isWindowsPath } from "./display-path.js";

/** Compared without case, because some volumes ignore it. */
const GUIDANCE_NAMES = new Set(GUIDANCE_FILE_NAMES.map((name) => name.toLowerCase()));

/** A drive, or a share of a server. */
const WINDOWS_VOLUME = /^(?:[a-zA-Z]:[\\/]|\\\\[^\\/]+[\\/][^\\/]+[\\/]?)/;

/**
 * Returns the keys of a call that adds a name to a folder or removes it: the path itself, and the listing of its
 * folder.
 *
 * @param path - in any spelling; relative to `cwd`
 */
export function namingKeys(path: string, cwd: string): ResourceKey[] {
  return [
    { key: `file:${path}`, mode: "write" },
    { key: `directory:${parentFolder(path, cwd)}`, mode: "write" },
    ...guidanceKeys(path, cwd),
  ];
}

/** Returns the keys of a call that reads a file. */
export function readingKeys(path: string, cwd: string): ResourceKey[] {
  return [{ key: `file:${path}`, mode: "read" }, ...guidanceKeys(path, cwd)];
}

/** Returns the keys of a call that creates or replaces a file. */
export function writingKeys(path: string, cwd: string): ResourceKey[] {
  return [{ key: `file:${path}`, mode: "write" }, ...guidanceKeys(path, cwd)];
}

/**
 * Returns the keys of a call that changes an existing file: it reads the file, or searches for names similar to a
 * missing one.
 */
export function editingKeys(path: string, cwd: string): ResourceKey[] {
  return [
    { key: `file:${path}`, mode: "write" },
    { key: `file:${path}`, mode: "read" },
    ...guidanceKeys(path, cwd),
  ];
}

/**
 * Returns the keys of guidance: AGENTS.md is reported with any file below its folder, so changing it changes the
 * results of those reads. Reading it ends its reports, so earlier calls below its folder must have ended as well.
 */
function guidanceKeys(path: string, cwd: string): ResourceKey[] {
  const isGuidance = GUIDANCE_NAMES.has(lastName(path, cwd).toLowerCase());
  return isGuidance ? [{ key: `directory:${parentFolder(path, cwd)}`, mode: "write", scope: "subtree" }] : [];
}

/**
 * Returns the key of a call whose outcome may depend on any file of a path's volume, by the spelling of the path alone.
 */
export function volumeKey(path: string, cwd: string): ResourceKey {
  const absolute = isAbsolutePath(path) ? path : cwd;
  const top = WINDOWS_VOLUME.exec(absolute)?.[0] ?? "/";
  return { key: `directory:${top}`, mode: "read", scope: "subtree" };
}

/** Returns the folder of a path's last name, by its spelling alone. */
export function parentFolder(path: string, cwd: string): string {
  const named = withoutEndSlashes(path, cwd);
  const slash = lastSlash(named, cwd);
  return slash === -1 ? cwd : withoutEndSlashes(named.slice(0, slash + 1), cwd);
}

/** Returns the last name of a path, by its spelling alone. */
export function lastName(path: string, cwd: string): string {
  const named = withoutEndSlashes(path, cwd);
  return named.slice(lastSlash(named, cwd) + 1);
}

/** Returns whether a trailing slash marks a path as a folder. */
export function endsWithSlash(path: string, cwd: string): boolean {
  return path !== "" && lastSlash(path, cwd) === path.length - 1;
}

/** Removes trailing slashes, except that of the root. */
function withoutEndSlashes(path: string, cwd: string): string {
  let end = path.length;
  while (end > 1 && isSlash(path[end - 1], cwd)) end -= 1;
  return path.slice(0, end);
}

function lastSlash(path: string, cwd: string): number {
  const slash = path.lastIndexOf("/");
  return isWindowsPath(cwd) ? Math.max(slash, path.lastIndexOf("\\")) : slash;
}

/** A backslash is a separator on Windows, and part of a name elsewhere. */
function isSlash(character: string | undefined, cwd: string): boolean {
  return character === "/" || (character === "\\" && isWindowsPath(cwd));
}
