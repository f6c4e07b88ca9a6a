import { type DirectoryHandle, type FileStat, ToolError } from "../../../contract/index.js";
import { createYield } from "../../../values/index.js";
import { throwIfCancelled } from "../../cancellation.js";
import { removeFile } from "../confirmed-calls.js";
import { changedMeanwhile, sameContentFacts } from "../unchanged.js";
import { removeTree } from "./remove-tree.js";
import { initialMode, setFacts, writeNewFile } from "./temporary-file.js";
import { makeSymlink } from "./write-image.js";

/** Bytes copied per read. */
const CHUNK_BYTES = 1_048_576;

/** Rights that the owner needs to fill a folder. */
const FOLDER_MODE = 0o700;

/**
 * The stat of every copied file and symlink, by its path below the copied entry: the entries that may be removed
 * afterwards.
 */
export type CopiedEntries = Map<string, FileStat>;

/** Destination of a copy. */
export interface CopyTarget {
  readonly directory: DirectoryHandle;
  readonly name: string;
}

/**
 * Copies a file, symlink or folder to a free name, with mode and owner, and syncs it, as a move across volumes
 * requires. Times, extended attributes and hard links among the files are not kept.
 *
 * Throws `special-file` for anything else, and `stale-file` when a file changes meanwhile. Entries that were already
 * copied stay.
 */
export async function copyEntry(
  source: DirectoryHandle,
  name: string,
  target: CopyTarget,
  signal: AbortSignal,
): Promise<CopiedEntries> {
  const copied: CopiedEntries = new Map();
  await copyInto(source, name, target, { copied, signal, top: keyOf(source, name) });
  return copied;
}

interface Copying {
  readonly copied: CopiedEntries;
  readonly signal: AbortSignal;
  /** Path of the whole entry to copy. */
  readonly top: string;
}

async function copyInto(
  source: DirectoryHandle,
  name: string,
  target: CopyTarget,
  copying: Copying,
): Promise<void> {
  throwIfCancelled(copying.signal);
  const stat = await source.stat(name);
  switch (stat?.type) {
    case "file":
      return copyFile(source, name, target, copying);
    case "symlink":
      copying.copied.set(below(copying.top, source, name), stat);
      return makeSymlink(target.directory, target.name, await readLink(source, name));
    case "directory":
      await target.directory.makeDirectory(target.name, { mode: stat.mode | FOLDER_MODE });
      return copyFolder(source, name, target, copying);
    case "other":
      throw new ToolError(
        `'${keyOf(source, name)}' is a FIFO, socket or device, which cannot be moved to another volume.`,
        {
          code: "special-file",
          absolutePath: keyOf(source, name),
        },
      );
    case undefined:
      throw changedMeanwhile(keyOf(source, name));
  }
}

async function copyFolder(
  source: DirectoryHandle,
  name: string,
  target: CopyTarget,
  copying: Copying,
): Promise<void> {
  const from = await source.openDirectory(name);
  try {
    const to = await target.directory.openDirectory(target.name);
    try {
      for (const entry of await from.list()) {
        await copyInto(from, entry.name, { directory: to, name: entry.name }, copying);
      }
      await to.sync();
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

async function copyFile(
  source: DirectoryHandle,
  name: string,
  target: CopyTarget,
  { copied, signal, top }: Copying,
): Promise<void> {
  const handle = await source.openFile(name);
  try {
    await writeNewFile(
      target.directory,
      target.name,
      { mode: initialMode(handle.stat.mode) },
      async (copy) => {
        const buffer = new Uint8Array(Math.min(CHUNK_BYTES, handle.stat.size + 1));
        for (let position = 0; ; ) {
          throwIfCancelled(signal);
          const count = await handle.read(buffer, position);
          if (count === 0) break;
          await copy.write(buffer.subarray(0, count), position);
          position += count;
        }
        await setFacts(copy, handle.stat);
      },
    );
    await requireSameEntry(source, name, handle.stat);
    copied.set(below(top, source, name), handle.stat);
  } finally {
    await handle.close();
  }
}

/** Throws `stale-file` unless an entry is exactly what was copied. */
export async function requireCopied(
  source: DirectoryHandle,
  name: string,
  copied: CopiedEntries,
): Promise<void> {
  const top = keyOf(source, name);
  const pause = createYield();
  let found = 0;
  const visit = async (
    directory: DirectoryHandle,
    entry: string,
    { isFolder }: { readonly isFolder: boolean },
  ): Promise<void> => {
    if (!isFolder) {
      await requireKnown(directory, entry, copied.get(below(top, directory, entry)));
      found += 1;
      return;
    }
    const folder = await directory.openDirectory(entry);
    try {
      for (const child of await folder.list()) {
        await visit(folder, child.name, { isFolder: child.type === "directory" });
        await pause();
      }
    } finally {
      await folder.close();
    }
  };
  await visit(source, name, { isFolder: (await source.stat(name))?.type === "directory" });
  if (found !== copied.size) throw changedMeanwhile(top);
}

/** Removes the copied entries. Entries that were changed or added since stay where they are: `stale-file`. */
export async function removeCopied(
  source: DirectoryHandle,
  name: string,
  copied: CopiedEntries,
): Promise<void> {
  const top = keyOf(source, name);
  await removeTree(source, name, async (directory, entry) => {
    await requireKnown(directory, entry, copied.get(below(top, directory, entry)));
    await removeFile({ directory, name: entry });
  });
}

async function requireKnown(
  directory: DirectoryHandle,
  name: string,
  known: FileStat | undefined,
): Promise<void> {
  if (known === undefined) throw changedMeanwhile(keyOf(directory, name));
  await requireSameEntry(directory, name, known);
}

/** Returns a path relative to the whole copied entry, which stays the same when that is renamed. */
export function below(top: string, directory: DirectoryHandle, name: string): string {
  return keyOf(directory, name).slice(top.length);
}

async function requireSameEntry(directory: DirectoryHandle, name: string, known: FileStat): Promise<void> {
  const now = await directory.stat(name);
  if (now?.identity !== known.identity || !sameContentFacts(now, known)) {
    throw changedMeanwhile(keyOf(directory, name));
  }
}

/** Returns the path of an entry, for messages and as the key in the list of copied entries. */
export function keyOf(directory: DirectoryHandle, name: string): string {
  return `${directory.path}/${name}`;
}

/** Returns the target of a symlink, where the backend can read it. */
export async function readLink(directory: DirectoryHandle, name: string): Promise<string> {
  if (directory.readLink === undefined) {
    throw new ToolError(
      `'${keyOf(directory, name)}' is a symbolic link, and this backend cannot read its target.`,
      {
        code: "not-supported",
        absolutePath: keyOf(directory, name),
      },
    );
  }
  return directory.readLink(name);
}
