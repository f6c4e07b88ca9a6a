import type { FileSystem, SearchScope } from "../../../contract/index.js";
import { Pace } from "./pace.js";
import { walkFiles } from "./walk-files.js";

/** Milliseconds for the examination, so that a search of a very large folder does not take much longer. */
const MAX_EXAMINATION_MS = 250;

/** Folders and links that are examined however long it takes, so that the result for a small project is always exact. */
const ALWAYS_EXAMINED = 200;

/**
 * Reports to `onSkipped` the links below the folder of a search that lead out of it, for searches that do not report
 * links themselves. If that takes more than {@link MAX_EXAMINATION_MS} or fails, reports `links-uncounted`.
 */
export async function reportSkippedLinks(
  files: FileSystem,
  { onUnreadable: _unreadable, ...scope }: SearchScope,
): Promise<void> {
  const deadline = performance.now() + MAX_EXAMINATION_MS;
  let examined = 0;
  let isComplete = true;
  const selects = () => {
    examined += 1;
    isComplete &&= examined <= ALWAYS_EXAMINED || performance.now() < deadline;
    return isComplete;
  };
  try {
    for await (const _file of walkFiles(files, scope, new Pace(scope.signal), selects, true));
  } catch {
    // The search itself reports why the folder cannot be read.
    isComplete = false;
  }
  if (!isComplete && !scope.signal.aborted) scope.onSkipped?.({ kind: "links-uncounted", path: scope.path });
}
