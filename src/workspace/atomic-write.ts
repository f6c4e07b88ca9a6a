import {
  type DirectoryHandle,
  type FileStat,
  type ReadHandle,
  ToolError,
  type WriteHandle,
} from "../contract/index.js";
import { temporaryName } from "./temporary-name.js";
import { holdsBytes } from "./whole-file.js";

/** Mode of a file that is new, before the process's umask. */
const NEW_FILE_MODE = 0o666;

/** Mode of a temporary file until it gets that of the file it will replace: what is in that one may be private. */
const TEMPORARY_MODE = 0o600;

/** A name in an open directory. */
export interface FilePlace {
  readonly directory: DirectoryHandle;
  readonly name: string;
  /** Absolute, for messages. */
  readonly path: string;
}

/** The file to replace, as it was read: still open, so that its identity cannot pass to another file meanwhile. */
export interface ReplacedFile {
  readonly handle: ReadHandle;
  /** Its content; absent when it is too large to be held. */
  readonly bytes?: Uint8Array;
}

/**
 * Puts new content in the place of an existing file, all of it or nothing.
 *
 * The content goes to a temporary file beside it, with the mode and owner of the old one, is synced, and takes the name by
 * a rename: whoever opens the file sees the old or the new content, also after a crash. Right before, the old file is
 * compared once more (`stale-file` if somebody changed it meanwhile).
 *
 * Where a rename would do damage or is not possible (several hard links, a mount of this one file, a folder that takes no
 * new files, an owner that cannot be kept), the file is written in place; then a crash in the middle can leave a part of
 * the new content. Extended attributes and access control lists live on in that case only.
 *
 * A read-only file is refused with `access-denied`, although a rename could get around that. On any failure the old
 * content stays and no temporary file is left.
 */
export async function replaceFile(place: FilePlace, old: ReplacedFile, content: Uint8Array): Promise<void> {
  const target = await place.directory.openForWriting(place.name);
  try {
    const targetStat = await target.stat();
    if (targetStat.identity !== old.handle.stat.identity) throw changedMeanwhile(place.path);
    const renamed = targetStat.links === 1 && (await replaceByRename(place, old, targetStat, content));
    if (!renamed) await writeInPlace(place, target, old, content);
  } finally {
    await target.close();
  }
}

/**
 * Creates a file that is not there yet, all of it or nothing. Throws `already-exists` when the name was taken meanwhile.
 */
export async function createFile(place: FilePlace, content: Uint8Array): Promise<void> {
  const { directory, name, path } = place;
  await withTemporary(place, NEW_FILE_MODE, async (handle, temporary) => {
    await handle.write(content, 0);
    await handle.sync();
    await handle.close();
    if ((await directory.stat(name)) !== undefined) {
      throw new ToolError(
        `'${path}' was created by somebody else meanwhile. Nothing was written. Read it first.`,
        {
          code: "already-exists",
          absolutePath: path,
        },
      );
    }
    await directory.rename(temporary, { name });
  });
  await directory.sync();
}

/** Answers `false`, with nothing changed, where only writing in place will do. */
async function replaceByRename(
  place: FilePlace,
  old: ReplacedFile,
  targetStat: FileStat,
  content: Uint8Array,
): Promise<boolean> {
  const { directory, name } = place;
  try {
    await withTemporary(place, TEMPORARY_MODE, async (handle, temporary) => {
      await handle.write(content, 0);
      await takeOver(handle, targetStat);
      await handle.sync();
      await handle.close();
      await requireUnchanged(place, old);
      await directory.rename(temporary, { name });
    });
  } catch (error) {
    if (isRenameImpossible(error)) return false;
    throw error;
  }
  await directory.sync();
  return true;
}

/** Creates a temporary file beside a file, and sees to it that it is renamed or gone afterwards. */
async function withTemporary(
  { directory, name, path }: FilePlace,
  mode: number,
  work: (handle: WriteHandle, temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = temporaryName();
  try {
    const handle = await directory.createFile(temporary, { mode });
    try {
      await work(handle, temporary);
    } catch (error) {
      await handle.close().catch(() => {});
      await directory.removeFile(temporary).catch(() => {});
      throw error;
    }
  } catch (error) {
    if (!ToolError.isInstance(error) || !error.message.includes(temporary)) throw error;
    // Nobody asked for the temporary file: what failed is the change of the file itself.
    throw new ToolError(error.message.replaceAll(temporary, name), {
      code: error.code,
      absolutePath: path,
      ...(error.retryable === undefined ? {} : { retryable: error.retryable }),
      cause: error.cause,
    });
  }
}

/** Gives a file the owner and mode of the one it will replace. */
async function takeOver(handle: WriteHandle, target: FileStat): Promise<void> {
  const { owner } = target;
  if (owner !== undefined && !sameOwner(await handle.stat(), target)) {
    await handle.setOwner(owner);
    if (!sameOwner(await handle.stat(), target)) throw new OwnerNotKept();
  }
  // After the owner: a change of owner takes the set-user-id bits away.
  await handle.setMode(target.mode);
}

function sameOwner(left: FileStat, right: FileStat): boolean {
  return left.owner?.user === right.owner?.user && left.owner?.group === right.owner?.group;
}

async function writeInPlace(
  place: FilePlace,
  target: WriteHandle,
  old: ReplacedFile,
  content: Uint8Array,
): Promise<void> {
  await requireUnchanged(place, old);
  try {
    await target.write(content, 0);
    await target.truncate(content.byteLength);
    await target.sync();
  } catch (error) {
    if (old.bytes !== undefined) {
      await target.write(old.bytes, 0).catch(() => {});
      await target.truncate(old.bytes.byteLength).catch(() => {});
    }
    throw error;
  }
}

async function requireUnchanged({ directory, name, path }: FilePlace, old: ReplacedFile): Promise<void> {
  const { handle, bytes } = old;
  const now = await directory.stat(name);
  if (now?.identity !== handle.stat.identity) throw changedMeanwhile(path);
  const same =
    bytes === undefined
      ? now.size === handle.stat.size && now.modifiedAtMs === handle.stat.modifiedAtMs
      : await holdsBytes(handle, bytes);
  if (!same) throw changedMeanwhile(path);
}

/** The temporary file would belong to somebody else than the file it replaces. */
class OwnerNotKept extends Error {}

/** Whether a failure says that no file can take this one's name, while the file itself may still be written. */
function isRenameImpossible(error: unknown): boolean {
  if (error instanceof OwnerNotKept) return true;
  if (!ToolError.isInstance(error)) return false;
  const errno = (error.cause as { readonly code?: unknown } | undefined)?.code;
  return error.code === "access-denied" || errno === "EBUSY" || errno === "EXDEV";
}

function changedMeanwhile(path: string): ToolError {
  return new ToolError(
    `'${path}' was changed by somebody else while this change was being made. Nothing was written. Read it again, then repeat the change.`,
    { code: "stale-file", absolutePath: path, retryable: true },
  );
}
