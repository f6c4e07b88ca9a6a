import {
  type DirectoryHandle,
  type FileStat,
  type FolderExtent,
  ToolError,
} from "../../../contract/index.js";
import { createYield } from "../../../values/index.js";
import { throwIfCancelled } from "../../cancellation.js";
import { below, keyOf } from "../entries/index.js";
import type { EntryImage, FolderImage, FolderImageEntry, NamedEntry } from "../named-entry.js";
import { changedMeanwhile } from "../unchanged.js";
import { type FolderContent, imageOf } from "./folder-removal.js";

/** Most entries of a folder that are kept so that it can be restored. */
export const MAX_KEPT_ENTRIES = 10_000;

const NOTHING: FolderExtent = { entries: 0, bytes: 0 };

/** Mode of a folder whose mode is not known. */
const DEFAULT_FOLDER_MODE = 0o755;

/** Options of reading the content of a folder. */
export interface FolderContentOptions {
  /** Bytes of content that may be kept to restore the folder; a larger folder cannot be restored. */
  readonly maxKeptBytes: number;
  /** Limit up to which a larger folder is measured, for a trash that keeps it. */
  readonly maxTrashed?: FolderExtent | undefined;
  /** Returns whether a path below the folder is protected. */
  readonly isProtected: (path: string) => boolean;
  readonly signal: AbortSignal;
  /** Joins the path of a folder and a name. */
  readonly join: (folder: string, name: string) => string;
}

interface Extent {
  entries: number;
  files: number;
  bytes: number;
  isKept: boolean;
  /** Whether the folder is within the limits of the trash. */
  isMeasured: boolean;
  holdsProtected: boolean;
}

/**
 * Counts the entries of a folder before anything happens to it, and reads as much of it as can be restored from memory.
 *
 * Refuses a folder in which another volume is mounted.
 */
export async function folderContent(
  named: NamedEntry,
  options: FolderContentOptions,
): Promise<FolderContent> {
  const extent = await measure(named, options);
  const { files, bytes, holdsProtected, isKept, isMeasured } = extent;
  const content = {
    files,
    holdsProtected,
    ...(isMeasured && { extent: { entries: extent.entries, bytes } }),
  };
  if (!isKept) return content;
  const entries = new Map<string, FileStat>();
  const image = await new FolderReading(named, options, entries).read();
  return { ...content, kept: image && { image, entries } };
}

async function measure(
  { directory, name, path }: NamedEntry,
  { maxKeptBytes, maxTrashed = NOTHING, signal, join, isProtected }: FolderContentOptions,
): Promise<Extent> {
  const top = await directory.stat(name);
  const extent: Extent = {
    entries: 0,
    files: 0,
    bytes: 0,
    isKept: true,
    isMeasured: true,
    holdsProtected: false,
  };
  const pause = createYield();
  const visit = async (parent: DirectoryHandle, folderName: string, folderPath: string): Promise<void> => {
    throwIfCancelled(signal);
    const folder = await parent.openDirectory(folderName);
    try {
      for (const entry of await folder.list()) {
        await pause();
        extent.entries += 1;
        const isFolder = entry.type === "directory";
        if (!isFolder) extent.files += 1;
        if (extent.entries > MAX_KEPT_ENTRIES) extent.isKept = false;
        if (extent.entries > maxTrashed.entries) extent.isMeasured = false;
        const entryPath = join(folderPath, entry.name);
        extent.holdsProtected ||= isProtected(entryPath);
        if (!isFolder && !extent.isKept && !extent.isMeasured) continue;
        const stat = await folder.stat(entry.name);
        if (!isFolder) extent.bytes += stat?.size ?? 0;
        else if (isOnAnotherVolume(stat, top)) throw anotherVolume(path, entryPath);
        else await unlessGone(entryPath, () => visit(folder, entry.name, entryPath));
        if (extent.bytes > maxKeptBytes) extent.isKept = false;
        if (extent.bytes > maxTrashed.bytes) extent.isMeasured = false;
      }
    } finally {
      await folder.close();
    }
  };
  await visit(directory, name, path);
  return extent;
}

class FolderReading {
  readonly #top: string;
  readonly #pause = createYield();

  constructor(
    private readonly named: NamedEntry,
    private readonly options: FolderContentOptions,
    private readonly entries: Map<string, FileStat>,
  ) {
    this.#top = keyOf(named.directory, named.name);
  }

  read(): Promise<FolderImage | undefined> {
    const { directory, name, path } = this.named;
    return this.#folder(directory, name, path);
  }

  /** Returns `undefined` for what cannot be read or created again: that does not prevent the removal. */
  async #folder(parent: DirectoryHandle, name: string, path: string): Promise<FolderImage | undefined> {
    throwIfCancelled(this.options.signal);
    const stat = await parent.stat(name);
    const entries: FolderImageEntry[] = [];
    const folder = await parent.openDirectory(name);
    try {
      for (const entry of await folder.list()) {
        await this.#pause();
        const entryPath = this.options.join(path, entry.name);
        const image = await unlessGone<EntryImage | undefined>(entryPath, () =>
          entry.type === "directory"
            ? this.#folder(folder, entry.name, entryPath)
            : this.#entry(folder, entry.name, entryPath),
        );
        if (image === undefined) return undefined;
        entries.push({ name: entry.name, image });
      }
    } finally {
      await folder.close();
    }
    const identity = stat === undefined ? {} : { identity: stat.identity };
    return { type: "directory", mode: stat?.mode ?? DEFAULT_FOLDER_MODE, ...identity, entries };
  }

  async #entry(directory: DirectoryHandle, name: string, path: string) {
    const stat = await directory.stat(name);
    if (stat === undefined) throw changedMeanwhile(path);
    this.entries.set(below(this.#top, directory, name), stat);
    return imageOf({ directory, name, path }, stat, this.options.maxKeptBytes);
  }
}

/**
 * Runs work on an entry that a folder has just listed. An entry that is missing by then was changed by another process,
 * and the error says so.
 */
async function unlessGone<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw ToolError.isInstance(error) && error.code === "not-found" ? changedMeanwhile(path) : error;
  }
}

function isOnAnotherVolume(stat: FileStat | undefined, top: FileStat | undefined): boolean {
  return stat?.device !== undefined && top?.device !== undefined && stat.device !== top.device;
}

function anotherVolume(path: string, mounted: string): ToolError {
  return new ToolError(
    `'${path}' was not removed: '${mounted}' in it is on another volume. Unmount that volume first, or remove the other entries one by one.`,
    { code: "not-supported", absolutePath: mounted },
  );
}
