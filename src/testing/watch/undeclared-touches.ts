import { conflictBetween, directoryKey, fileKey, type PlannedCall } from "../../batching/index.js";
import type { ResourceKey } from "../../contract/index.js";
import { GUIDANCE_FILE_NAMES } from "../../workspace/index.js";
import type { Touch } from "./touch.js";

/** Stands for whatever may lie in a folder. */
const ANY_NAME = "\u{1f50d}";

/**
 * The accesses that the keys of a call do not speak about, each once: another call that changes what was read, or touches
 * what was written, would not wait for it.
 *
 * Three accesses may go without a key, because no other call can change what they mean: a folder that is only made to hold
 * something that the call writes (whoever needs it makes it as well), the look into the folder of a file that is written
 * (leftovers of killed writes are swept there), and guidance files (AGENTS.md), which are advice beside the result.
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
      !isByTheWay(touch, written) &&
      conflictBetween({ keys: declared }, { keys: [probeOf(touch)] }) === undefined
    );
  });
}

function isByTheWay({ operation, path, access }: Touch, written: readonly string[]): boolean {
  if (operation === "makeDirectory" || operation === "list")
    return written.some((name) => isBelow(name, path));
  return access === "read" && GUIDANCE_FILE_NAMES.includes(nameOf(path));
}

/** What another call would do that must wait for this one. */
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
