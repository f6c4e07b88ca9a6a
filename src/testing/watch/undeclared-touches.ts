import { conflictBetween, directoryKey, fileKey, type PlannedCall } from "../../batching/index.js";
import type { ResourceKey } from "../../contract/index.js";
import { GUIDANCE_FILE_NAMES } from "../../workspace/index.js";
import type { Touch } from "./watch-backend.js";

/** A name that represents any entry of a folder. */
const ANY_NAME = "\u{1f50d}";

/**
 * Returns the accesses that the keys of a call do not cover, each once: another call that changes a path that was read, or
 * accesses a path that was written, would not wait for the call.
 *
 * Three accesses need no key, because no other call can change their meaning: creating a folder only to contain a file that
 * the call writes (another call that needs the folder creates it too), listing the folder of a file that is written (this
 * removes leftovers of interrupted writes), and reading guidance files (AGENTS.md), which are only added to the result.
 */
export function undeclaredTouches(
  touches: readonly Touch[],
  declared: PlannedCall["resourceKeys"],
): readonly Touch[] {
  if (declared === "all") return [];
  const written = touches.filter(({ access }) => access === "write").map(({ path }) => path);
  const seen = new Set<string>();
  return touches.filter((touch) => {
    const id = `${touch.access} ${touch.scope} ${touch.path}`;
    if (seen.has(id)) return false;
    seen.add(id);
    return (
      !isExempt(touch, written) &&
      conflictBetween({ keys: declared }, { keys: [probeOf(touch)] }) === undefined
    );
  });
}

function isExempt({ operation, path, access }: Touch, written: readonly string[]): boolean {
  if (operation === "makeDirectory" || operation === "list")
    return written.some((name) => isBelow(name, path));
  return access === "read" && GUIDANCE_FILE_NAMES.includes(nameOf(path));
}

/** Returns the key of another call that would have to wait for this access. */
function probeOf({ access, path, scope }: Touch): ResourceKey {
  if (access === "write") return directoryKey(path, "read");
  return scope === "subtree" ? fileKey(`${path}/${ANY_NAME}`, "write") : fileKey(path, "write");
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder) && /^[/\\]/.test(path.slice(folder.length));
}
