import { conflictBetween, directoryKey, fileKey, type PlannedCall } from "../../batching/index.js";
import type { ResourceKey } from "../../contract/index.js";
import type { Touch } from "./touch.js";

/** Stands for whatever may lie in a folder. */
const ANY_NAME = "\u{1f50d}";

/**
 * The accesses that the keys of a call do not speak about, each once: another call that changes what was read, or touches
 * what was written, would not wait for it.
 *
 * A folder that is only made to hold something that the call writes may go without a key: whoever needs the same folder
 * makes it as well.
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
    const holdsAnother =
      touch.operation === "makeDirectory" && written.some((path) => isBelow(path, touch.path));
    return !holdsAnother && conflictBetween({ keys: declared }, { keys: [probeOf(touch)] }) === undefined;
  });
}

/** What another call would do that must wait for this one. */
function probeOf({ access, path, scope }: Touch): ResourceKey {
  if (access === "write") return directoryKey(path, "read");
  return scope === "subtree" ? fileKey(`${path}/${ANY_NAME}`, "write") : fileKey(path, "write");
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder) && /^[/\\]/.test(path.slice(folder.length));
}
