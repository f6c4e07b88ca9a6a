import type { ResourceKey } from "../../contract/index.js";

/**
 * Segments of a path that are compared one by one. A deeper path counts as the whole subtree of its first 512
 * segments: more conflicts than needed, never fewer. No real path comes near (`PATH_MAX` on Linux is 4,096 bytes).
 */
export const MAX_PATH_SEGMENTS = 512;

const WINDOWS_ROOT = /^(?:[A-Za-z]:[\\/]|\\\\)/;
const ANY_SEPARATOR = /[\\/]/;

/** Where a key points to in the tree of all resources, and what happens there. */
export interface ResourcePlace {
  /** From the root down. The first segment tells path roots (`/`, `C:`, `\\`, `.`) from names (an empty string). */
  readonly segments: readonly string[];
  readonly writes: boolean;
  /** Whether everything below the place is touched as well. */
  readonly subtree: boolean;
}

/**
 * The path part of a key: what follows `file:` or `directory:`, or a bare absolute path (seed 001's form).
 *
 * @returns the path as it was written, or `undefined` for a key that is a name (`network:example.org`, `user`)
 */
export function resourcePath(key: string): string | undefined {
  if (key.startsWith("file:")) return key.slice(5);
  if (key.startsWith("directory:")) return key.slice(10);
  return key.startsWith("/") || WINDOWS_ROOT.test(key) ? key : undefined;
}

/**
 * Where a key points to. `file:` and `directory:` of one path are one place.
 *
 * A path that starts with `/` is split at `/` only; one with a drive letter or `\\` in front, or a relative one, at both
 * separators. Empty and `.` segments do not count. A `..` means that the key is not canonical: nobody knows where it leads,
 * so it counts as the whole subtree of its root. A mode other than `read` counts as `write`.
 */
export function placeOf(key: ResourceKey): ResourcePlace {
  const writes = isWritingKey(key);
  const subtree = isSubtreeKey(key);
  const path = resourcePath(key.key);
  if (path === undefined) return { segments: ["", key.key], writes, subtree };
  const segments = path.startsWith("/") ? posixSegments(path) : otherSegments(path);
  if (path.includes("..") && segments.includes(".."))
    return { segments: segments.slice(0, 1), writes, subtree: true };
  if (segments.length <= MAX_PATH_SEGMENTS) return { segments, writes, subtree };
  return { segments: segments.slice(0, MAX_PATH_SEGMENTS), writes, subtree: true };
}

/** A mode other than `read` counts as `write`. */
export function isWritingKey(key: ResourceKey): boolean {
  return key.mode !== "read";
}

/** A scope other than `self` counts as `subtree`. */
export function isSubtreeKey(key: ResourceKey): boolean {
  return key.scope !== undefined && key.scope !== "self";
}

function posixSegments(path: string): readonly string[] {
  const segments = path.split("/");
  segments[0] = "/";
  const isPlain = !path.includes("//") && !path.includes("/.") && !path.endsWith("/");
  return isPlain ? segments : segments.filter(isNamed);
}

function otherSegments(path: string): readonly string[] {
  const named = path.split(ANY_SEPARATOR).filter(isNamed);
  if (path.startsWith("\\\\")) return ["\\\\", ...named];
  if (!WINDOWS_ROOT.test(path)) return [".", ...named];
  // `c:` and `C:` are one drive, whatever the case rule of the volume.
  return [path.slice(0, 2).toUpperCase(), ...named.slice(1)];
}

function isNamed(segment: string): boolean {
  return segment !== "" && segment !== ".";
}
