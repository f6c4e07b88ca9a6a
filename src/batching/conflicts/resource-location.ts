import type { ResourceKey } from "../../contract/index.js";

/**
 * Maximum number of compared segments of a path. A deeper path counts as the whole subtree of its first 512
 * segments: more conflicts than needed, never fewer. Real paths are much shorter (`PATH_MAX` on Linux is
 * 4,096 bytes).
 */
export const MAX_PATH_SEGMENTS = 512;

const WINDOWS_ROOT = /^(?:[A-Za-z]:[\\/]|\\\\)/;
const ANY_SEPARATOR = /[\\/]/;

/** The location of a key in the tree of all resources, and its access. */
export interface ResourceLocation {
  /**
   * From the root down. The first segment distinguishes path roots (`/`, `C:`, `\\`, `.`) from names (an
   * empty string).
   */
  readonly segments: readonly string[];
  readonly writes: boolean;
  /** Whether everything below the resource is accessed as well. */
  readonly subtree: boolean;
}

/**
 * Returns the path of a key: the part after `file:` or `directory:`, or a bare absolute path (the form of the
 * Amp specification).
 *
 * @returns the path as written, or `undefined` for a key that is a name (`network:example.org`, `user`)
 */
export function resourcePath(key: string): string | undefined {
  if (key.startsWith("file:")) return key.slice(5);
  if (key.startsWith("directory:")) return key.slice(10);
  return key.startsWith("/") || WINDOWS_ROOT.test(key) ? key : undefined;
}

/**
 * Returns the location of a key. `file:` and `directory:` keys of one path have the same location.
 *
 * A path that starts with `/` is split at `/` only; a relative path, or one that starts with a drive letter
 * or `\\`, is split at both separators. Empty and `.` segments are ignored. A `..` means that the key is not
 * canonical: its target is unknown, so it counts as the whole subtree of its root. A mode other than `read`
 * counts as `write`.
 */
export function resourceLocation(key: ResourceKey): ResourceLocation {
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
  // `c:` and `C:` are the same drive, whatever the case rule of the volume.
  return [path.slice(0, 2).toUpperCase(), ...named.slice(1)];
}

function isNamed(segment: string): boolean {
  return segment !== "" && segment !== ".";
}
