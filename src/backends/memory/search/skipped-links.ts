import type { FileSystem, SearchScope } from "../../../contract/index.js";
import { Pace } from "./pace.js";
import { walkFiles } from "./walk-files.js";

/** Folders and links that are examined however long it takes, so that the result for a small project is always exact. */
const ALWAYS_EXAMINED = 10;

/** Milliseconds of work after which the results of the search, which come first, are read. */
const MAX_WORK_MS = 1;

/**
 * Reports to `onSkipped` the links below the folder of a search that lead out of it, for searches that do not report
 * links themselves. If it fails, or if the search ends before more than {@link ALWAYS_EXAMINED} folders and links are
 * examined, reports `links-uncounted`: a search must not wait for its remarks.
 *
 * @param isOver - whether the search has ended
 */
export async function reportSkippedLinks(
  files: FileSystem,
  { onUnreadable: _unreadable, ...scope }: SearchScope,
  isOver: () => boolean,
): Promise<void> {
  let examined = 0;
  let isComplete = true;
  const selects = () => {
    examined += 1;
    isComplete &&= examined <= ALWAYS_EXAMINED || !isOver();
    return isComplete;
  };
  try {
    const pace = new Pace(scope.signal, { maxWorkMs: MAX_WORK_MS });
    for await (const _file of walkFiles(files, scope, pace, { selects, linksOnly: true }));
  } catch {
    // The search itself reports why the folder cannot be read.
    isComplete = false;
  }
  if (!isComplete && !scope.signal.aborted) scope.onSkipped?.({ kind: "links-uncounted", path: scope.path });
}
