import { type FileLocation, type FileStat, ToolError } from "../../contract/index.js";
import type { CallFiles, OpenNamedEntry } from "../call-files.js";
import { type EntryImage, fileImage, imageOf, type ReplacedFile } from "../changes/index.js";
import { readWholeFile } from "../reading/index.js";

/** A location that exists. */
export type PresentLocation = FileLocation & { readonly stat: FileStat };

/** An entry that is about to be removed or moved, held open: its stat, and the data to create it again. */
export interface OpenedEntry {
  readonly named: OpenNamedEntry;
  readonly stat: FileStat;
  /** A readable file, with its content up to the limit. */
  readonly content?: ReplacedFile;
  /**
   * Absent for entries that cannot be created again: a file that is too large to hold or not readable, a special file.
   */
  readonly image?: EntryImage | undefined;
  close(): Promise<void>;
}

/** Options of opening an entry that is about to be removed or moved. */
export interface OpenEntryOptions {
  /** Content above this size is not held. */
  readonly maxBytes: number;
  /**
   * Treatment of a file that may not be read: a user who may change the folder may still remove it. Default `"pass"`.
   */
  readonly unreadable?: "pass" | "refuse";
}

/** Opens a folder to move it, without reading its content. */
export async function openFolderEntry(call: CallFiles, location: PresentLocation): Promise<OpenedEntry> {
  const named = await call.openNamedEntry(location);
  return { named, stat: location.stat, close: () => named.close() };
}

/** Opens a file, symlink or anything else that is not a folder, to move, remove or replace it. */
export async function openEntry(
  call: CallFiles,
  location: PresentLocation,
  options: OpenEntryOptions,
): Promise<OpenedEntry> {
  const named = await call.openNamedEntry(location);
  try {
    const { stat } = location;
    if (stat.type === "file") return await openFileEntry(named, stat, options);
    const image = await imageOf(named, stat, options.maxBytes);
    return { named, stat, image, close: () => named.close() };
  } catch (error) {
    await named.close();
    throw error;
  }
}

async function openFileEntry(
  named: OpenNamedEntry,
  stat: FileStat,
  { maxBytes, unreadable = "pass" }: OpenEntryOptions,
): Promise<OpenedEntry> {
  const handle = await named.directory.openFile(named.name).catch((error: unknown) => {
    const isUnreadable = ToolError.isInstance(error) && error.code === "access-denied";
    if (isUnreadable && unreadable === "pass") return undefined;
    throw error;
  });
  if (handle === undefined) return { named, stat, close: () => named.close() };
  try {
    const isHeld = handle.stat.size <= maxBytes;
    const bytes = isHeld ? await readWholeFile(handle, named.path, maxBytes) : undefined;
    return {
      named,
      stat: handle.stat,
      content: { handle, bytes },
      image: bytes && fileImage(handle.stat, bytes),
      close: async () => {
        await handle.close();
        await named.close();
      },
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
