import { lstatSync } from "node:fs";
import * as path from "node:path";
import type { Placeholder } from "./placeholders.js";

/** A place below a writable root that is mounted for itself. */
export interface Shield {
  readonly path: string;
  /** `pinned`: writable, but it can be neither moved nor replaced, so that what is below it stays where it is. */
  readonly access: "read-only" | "pinned";
}

/** The one folder of which missing parts are shielded too: git obeys what appears there. */
const COMPLETED_FOLDER = ".git";

/**
 * Finds out what has to be mounted so that names below the roots stay read-only.
 *
 * A name that is missing needs a place to mount something on: an empty file or folder, which must exist while the command
 * runs. That is done for git's own folder only; elsewhere what is missing can be made. A symlink on the way cannot be
 * mounted on and is passed over.
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
      let place = root;
      for (const [index, part] of parts.entries()) {
        place = path.join(place, part);
        const isLast = index === parts.length - 1;
        const type = isPlaceholder(place) ? "missing" : typeOf(place);
        if (type === "symlink" || (type === "missing" && parts[0] !== COMPLETED_FOLDER)) break;
        if (type === "missing") {
          const isFile = isLast && part === "config";
          placeholders.set(place, { path: place, type: isFile ? "file" : "directory" });
        }
        const isEnd = isLast || type !== "directory";
        if (isEnd || !shields.has(place)) {
          shields.set(place, { path: place, access: isEnd ? "read-only" : "pinned" });
        }
        if (isEnd) break;
      }
    }
  }
  return { shields: [...shields.values()], placeholders: [...placeholders.values()] };
}

function typeOf(place: string): "missing" | "symlink" | "directory" | "file" {
  const stat = lstatSync(place, { throwIfNoEntry: false });
  if (stat === undefined) return "missing";
  if (stat.isSymbolicLink()) return "symlink";
  return stat.isDirectory() ? "directory" : "file";
}
