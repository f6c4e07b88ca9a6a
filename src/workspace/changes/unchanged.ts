import { type FileStat, type ReadHandle, ToolError } from "../../contract/index.js";
import type { HeldLocks } from "../locks/index.js";
import { holdsBytes } from "../reading/index.js";
import type { EntryName } from "./confirmed-calls.js";
import type { NamedEntry, ReplacedFile } from "./named-entry.js";

/**
 * Checks in a row, each but the first after taking the lock again. Where clocks disagree, a lock seems lost at once; then
 * the check decides.
 */
const MAX_LOOKS = 4;

/**
 * Performs the last check before a file is replaced: throws `stale-file` unless it is still the file that was read,
 * with the same content. If a lock was lost meanwhile, it is taken again and the check is repeated.
 */
export async function requireUnchanged(
  named: NamedEntry,
  old: ReplacedFile,
  locks: HeldLocks | undefined,
): Promise<void> {
  for (let look = 1; look <= MAX_LOOKS; look += 1) {
    // The look at the lock after the first check also finds a loss before it.
    if (look > 1) await locks?.ensure();
    const isSame = await isSameEntry(named, old);
    const isLost = locks?.compromised === true;
    if (!isSame && !(isLost && look === 1)) throw changedMeanwhile(named.path);
    if (!isLost) return;
  }
}

async function isSameEntry(named: NamedEntry, old: ReplacedFile): Promise<boolean> {
  const [now, holdsContent] = await Promise.all([named.directory.stat(named.name), hasContent(named, old)]);
  return now !== undefined && holdsContent && isSameFile(now, old);
}

/** Returns whether the file that now has a name and a stat is still the file that was read. */
export async function isStill(at: EntryName, now: FileStat, old: ReplacedFile): Promise<boolean> {
  return isSameFile(now, old) && (await hasContent(at, old));
}

/** Content that is not held can only be recognised by the stat. */
function isSameFile(now: FileStat, { handle, bytes }: ReplacedFile): boolean {
  const isSame = now.identity === handle.stat.identity;
  return isSame && (bytes !== undefined || sameContentFacts(now, handle.stat));
}

async function hasContent(at: EntryName, { handle, bytes }: ReplacedFile): Promise<boolean> {
  return bytes === undefined || holdsContent(at, handle, bytes);
}

/** Returns whether size and modification time show that a file was not written to. */
export function sameContentFacts(left: FileStat, right: FileStat): boolean {
  return left.size === right.size && left.modifiedAtMs === right.modifiedAtMs;
}

/** Returns the error for a file that was changed by a process that does not respect the locks, or took one over. */
export function changedMeanwhile(path: string): ToolError {
  return new ToolError(
    `'${path}' was changed by another process while this change was being made. Nothing was written. Read it again, then repeat the change.`,
    { code: "stale-file", absolutePath: path, retryable: true },
  );
}

/** Returns the error for a free name that another process has taken. */
export function createdMeanwhile(path: string): ToolError {
  return new ToolError(
    `'${path}' was created by another process meanwhile. Nothing was written. Read it first.`,
    {
      code: "already-exists",
      absolutePath: path,
    },
  );
}

/**
 * Returns whether an open file has exactly these bytes now. A handle that returns the content of the time of opening
 * cannot tell: then the file is opened again by the name that it has.
 */
export async function holdsContent(
  { directory, name }: EntryName,
  handle: ReadHandle,
  bytes: Uint8Array,
): Promise<boolean> {
  if (handle.isSnapshot !== true) return holdsBytes(handle, bytes);
  try {
    const again = await directory.openFile(name);
    try {
      return again.stat.identity === handle.stat.identity && (await holdsBytes(again, bytes));
    } finally {
      await again.close();
    }
  } catch (error) {
    if (ToolError.isInstance(error) && error.code === "not-found") return false;
    throw error;
  }
}
