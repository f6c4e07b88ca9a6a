import { lstatSync } from "node:fs";
import * as path from "node:path";
import type { Placeholder } from "./placeholders.js";

/** A path below a writable root with its own mount. */
export interface Shield {
  readonly path: string;
  /**
   * `pinned`: writable, but protected against moving and replacing, so that the paths below it remain valid.
   */
  readonly access: "read-only" | "pinned";
}

/** The only folder whose missing parts are shielded too: git obeys files that appear there. */
const COMPLETED_FOLDER = ".git";

/**
 * Returns the mounts that keep names below the roots read-only.
 *
 * A missing name needs a mount point: an empty file or folder that exists while the command runs. That is
 * done for git's own folder only; elsewhere a missing name can be created. A symlink on the path cannot be a
 * mount point and is skipped.
 *
 * @param isPlaceholder - whether something exists only because another command needs it
 */
export function planShields(
  roots: readonly string[],
  names: readonly string[],
  isPlaceholder: (path: string) => boolean = () => false,
): { readonly shields: readonly Shield[]; readonly placeholders: readonly Placeholder[] } {
  const shields = new Map<string, Shield>();
  const placeholders = new Map<string, Placeholder>();
  for (const root of roots) {
    for (const name of names) {
      const parts = name.split("/");
      let location = root;
      for (const [index, part] of parts.entries()) {
        location = path.join(location, part);
        const isLast = index === parts.length - 1;
        const type = isPlaceholder(location) ? "missing" : typeOf(location);
        if (type === "symlink" || (type === "missing" && parts[0] !== COMPLETED_FOLDER)) break;
        if (type === "missing") {
          const isFile = isLast && part === "config";
          placeholders.set(location, { path: location, type: isFile ? "file" : "directory" });
        }
        const isEnd = isLast || type !== "directory";
        if (isEnd || !shields.has(location)) {
          shields.set(location, { path: location, access: isEnd ? "read-only" : "pinned" });
        }
        if (isEnd) break;
      }
    }
  }
  return { shields: [...shields.values()], placeholders: [...placeholders.values()] };
}

function typeOf(location: string): "missing" | "symlink" | "directory" | "file" {
  const stat = lstatSync(location, { throwIfNoEntry: false });
  if (stat === undefined) return "missing";
  if (stat.isSymbolicLink()) return "symlink";
  return stat.isDirectory() ? "directory" : "file";
}
