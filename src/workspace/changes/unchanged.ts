import { type FileStat, ToolError } from "../../contract/index.js";
import type { HeldLocks } from "../locks/index.js";
import { holdsBytes } from "../reading/index.js";
import type { FilePlace, ReplacedFile } from "./file-place.js";

/** Looks in a row, each with the lock taken anew. Where clocks disagree a lock seems lost at once; then the look decides. */
const MAX_LOOKS = 3;

/**
 * The last look before a file is replaced: throws `stale-file` unless it still is the one that was read, with the content it
 * had. A lock that was lost meanwhile is taken again before, and lost once more, the look is taken again.
 */
export async function requireUnchanged(
  place: FilePlace,
  old: ReplacedFile,
  locks: HeldLocks | undefined,
): Promise<void> {
  for (let look = 1; look <= MAX_LOOKS; look += 1) {
    await locks?.ensure();
    await requireSame(place, old);
    if (locks?.compromised !== true) return;
  }
}

async function requireSame(place: FilePlace, old: ReplacedFile): Promise<void> {
  const [now, holdsContent] = await Promise.all([place.directory.stat(place.name), hasContent(old)]);
  if (now === undefined || !holdsContent || !isSameFile(now, old)) throw changedMeanwhile(place.path);
}

/** Whether what has some facts now is still a file as it was read. */
export async function isStill(now: FileStat, old: ReplacedFile): Promise<boolean> {
  return isSameFile(now, old) && (await hasContent(old));
}

/** Content that is not held can be told by its facts only. */
function isSameFile(now: FileStat, { handle, bytes }: ReplacedFile): boolean {
  const isSame = now.identity === handle.stat.identity;
  return isSame && (bytes !== undefined || sameContentFacts(now, handle.stat));
}

async function hasContent({ handle, bytes }: ReplacedFile): Promise<boolean> {
  return bytes === undefined || holdsBytes(handle, bytes);
}

/** Whether size and time say that a file was not written to. */
export function sameContentFacts(left: FileStat, right: FileStat): boolean {
  return left.size === right.size && left.modifiedAtMs === right.modifiedAtMs;
}

/** Somebody who does not respect the locks, or took one over, was faster. */
export function changedMeanwhile(path: string): ToolError {
  return new ToolError(
    `'${path}' was changed by somebody else while this change was being made. Nothing was written. Read it again, then repeat the change.`,
    { code: "stale-file", absolutePath: path, retryable: true },
  );
}

/** Somebody took the name that was free. */
export function createdMeanwhile(path: string): ToolError {
  return new ToolError(
    `'${path}' was created by somebody else meanwhile. Nothing was written. Read it first.`,
    {
      code: "already-exists",
      absolutePath: path,
    },
  );
}
