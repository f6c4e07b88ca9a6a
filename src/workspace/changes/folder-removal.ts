import { type DirectoryHandle, type FileStat, ToolError } from "../../contract/index.js";
import { throwIfCancelled } from "../cancellation.js";
import { readWholeFile } from "../reading/index.js";
import { readLink } from "./copy-entry.js";
import {
  type EntryImage,
  type FilePlace,
  type FolderImage,
  type FolderImageEntry,
  fileImage,
} from "./file-place.js";
import { changedMeanwhile, sameContentFacts } from "./unchanged.js";
import { writeImage } from "./write-image.js";

/** Most entries of a folder that is kept to be restored. */
const MAX_KEPT_ENTRIES = 10_000;

/** Mode of a folder whose own is not known. */
const DEFAULT_FOLDER_MODE = 0o755;

/** How a folder is removed. */
export interface FolderRemovalOptions {
  /** Bytes of content that may be kept to restore the folder; a larger one cannot be restored. */
  readonly maxKeptBytes: number;
  readonly signal: AbortSignal;
  /** Joins the path of a folder and a name. */
  readonly join: (folder: string, name: string) => string;
  /** Runs the removal of a file while nobody else changes it. */
  readonly locked: (stat: FileStat, path: string, work: () => Promise<void>) => Promise<void>;
}

/** What became of a folder. */
export interface RemovedFolder {
  /** Files, symlinks and whatever else is no folder. */
  readonly files: number;
  /** What it takes to restore it; absent where that is too much, or not possible. */
  readonly image?: FolderImage;
}

/**
 * Removes a folder with all below it, through opened directories only: a symlink is removed, not what it leads to, and one
 * that is put in the place of a folder meanwhile ends the removal.
 *
 * Refuses before the first removal where another volume is mounted inside. When a removal fails on the way, what was
 * removed is restored, as far as it was kept; else the error says how much is gone.
 */
export async function removeFolder(place: FilePlace, options: FolderRemovalOptions): Promise<RemovedFolder> {
  const extent = await measure(place, options);
  const keeps = extent.entries <= MAX_KEPT_ENTRIES && extent.bytes <= options.maxKeptBytes;
  const removal = new FolderRemoval(options, keeps);
  try {
    const image = await removal.removeFolder(place.directory, place.name, place.path);
    return { files: removal.files, ...(removal.keeps ? { image } : {}) };
  } catch (error) {
    throw await removal.restoreAfter(error, place);
  }
}

/** Counts what is in a folder before anything happens to it. */
async function measure(
  { directory, name, path }: FilePlace,
  { maxKeptBytes, signal, join }: FolderRemovalOptions,
): Promise<{ readonly entries: number; readonly bytes: number }> {
  const top = await directory.stat(name);
  const extent = { entries: 0, bytes: 0 };
  const visit = async (parent: DirectoryHandle, folderName: string, folderPath: string): Promise<void> => {
    throwIfCancelled(signal);
    const folder = await parent.openDirectory(folderName);
    try {
      for (const entry of await folder.list()) {
        extent.entries += 1;
        const isFolder = entry.type === "directory";
        const isCounted = extent.entries <= MAX_KEPT_ENTRIES && extent.bytes <= maxKeptBytes;
        const stat = isFolder || isCounted ? await folder.stat(entry.name) : undefined;
        const entryPath = join(folderPath, entry.name);
        if (!isFolder) extent.bytes += stat?.size ?? 0;
        else if (isOnAnotherVolume(stat, top)) throw anotherVolume(path, entryPath);
        else await unlessGone(entryPath, () => visit(folder, entry.name, entryPath));
      }
    } finally {
      await folder.close();
    }
  };
  await visit(directory, name, path);
  return extent;
}

/** Works on what a folder has just listed: where it is gone by then, somebody else is at work, and that is what gets told. */
async function unlessGone(path: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw ToolError.isInstance(error) && error.code === "not-found" ? changedMeanwhile(path) : error;
  }
}

function isOnAnotherVolume(stat: FileStat | undefined, top: FileStat | undefined): boolean {
  return stat?.device !== undefined && top?.device !== undefined && stat.device !== top.device;
}

class FolderRemoval {
  files = 0;
  #image: FolderImage | undefined;

  constructor(
    private readonly options: FolderRemovalOptions,
    public keeps: boolean,
  ) {}

  async removeFolder(
    parent: DirectoryHandle,
    name: string,
    path: string,
    into?: FolderImageEntry[],
  ): Promise<FolderImage> {
    throwIfCancelled(this.options.signal);
    const stat = await parent.stat(name);
    const entries: FolderImageEntry[] = [];
    const image: FolderImage = {
      type: "directory",
      mode: stat?.mode ?? DEFAULT_FOLDER_MODE,
      ...(stat === undefined ? {} : { identity: stat.identity }),
      entries,
    };
    // Hung up first, so that what was removed by then is known when something fails.
    if (into === undefined) this.#image = image;
    else into.push({ name, image });
    const folder = await parent.openDirectory(name);
    try {
      for (const entry of await folder.list()) {
        const entryPath = this.options.join(path, entry.name);
        await unlessGone(entryPath, () =>
          entry.type === "directory"
            ? this.removeFolder(folder, entry.name, entryPath, entries)
            : this.#removeEntry(folder, entry.name, entryPath, entries),
        );
      }
    } finally {
      await folder.close();
    }
    await parent.removeDirectory(name);
    return image;
  }

  async #removeEntry(
    folder: DirectoryHandle,
    name: string,
    path: string,
    into: FolderImageEntry[],
  ): Promise<void> {
    const stat = await folder.stat(name);
    if (stat === undefined) throw changedMeanwhile(path);
    await this.options.locked(stat, path, async () => {
      const image = this.keeps ? await this.#imageOf(folder, name, stat, path) : undefined;
      if (image === undefined) this.keeps = false;
      const now = await folder.stat(name);
      if (now?.identity !== stat.identity || !sameContentFacts(now, stat)) throw changedMeanwhile(path);
      await folder.removeFile(name);
      this.files += 1;
      if (image !== undefined) into.push({ name, image });
    });
  }

  /** Gives `undefined` for what cannot be read or made again: that is no reason not to remove it. */
  async #imageOf(
    folder: DirectoryHandle,
    name: string,
    stat: FileStat,
    path: string,
  ): Promise<EntryImage | undefined> {
    return imageOf({ directory: folder, name, path }, stat, this.options.maxKeptBytes);
  }

  async restoreAfter(error: unknown, { directory, name, path }: FilePlace): Promise<unknown> {
    if (this.#image === undefined || (this.files === 0 && !this.keeps)) return error;
    const message = ToolError.isInstance(error) ? error.message : "The removal failed.";
    const code = ToolError.isInstance(error) ? error.code : "io-error";
    const options = { code, absolutePath: path, cause: error };
    if (!this.keeps) {
      return new ToolError(
        `${message} '${path}' is removed in part: ${this.files} files are gone, and too much to be restored. The rest is there.`,
        options,
      );
    }
    try {
      await writeImage(directory, name, this.#image, { existing: "keep" });
      return error;
    } catch (failure) {
      return new ToolError(
        `${message} '${path}' is removed in part: ${this.files} files were removed, and not all could be restored.`,
        { ...options, cause: failure },
      );
    }
  }
}

/** What it takes to make an entry again; `undefined` where it cannot be read, is too large, or is a special file. */
export async function imageOf(
  { directory, name, path }: FilePlace,
  stat: FileStat,
  maxBytes: number,
): Promise<EntryImage | undefined> {
  try {
    if (stat.type === "symlink") return { type: "symlink", target: await readLink(directory, name) };
    if (stat.type !== "file") return undefined;
    const handle = await directory.openFile(name);
    try {
      return fileImage(handle.stat, await readWholeFile(handle, path, maxBytes));
    } finally {
      await handle.close();
    }
  } catch (error) {
    const isExpected =
      ToolError.isInstance(error) &&
      ["access-denied", "file-too-large", "not-supported"].includes(error.code);
    if (isExpected) return undefined;
    throw error;
  }
}

function anotherVolume(path: string, mounted: string): ToolError {
  return new ToolError(
    `'${path}' was not removed: '${mounted}' in it is on another volume. Unmount that first, or remove what is beside it.`,
    { code: "not-supported", absolutePath: mounted },
  );
}
