import type { ToolContext } from "../../../contract/index.js";
import { createYield } from "../../../values/index.js";
import { visibleText } from "../../visible-text.js";
import type { LineRange } from "../line-range.js";

/** Symlinks followed concurrently: enough to be fast, few enough to keep file descriptors free. */
const MAX_CONCURRENT_LOOKUPS = 32;

type Entry = Awaited<ReturnType<ToolContext["files"]["list"]>>[number];

/** A part of the names in a folder. */
export interface DirectoryListing {
  /** Sorted by code unit; folders, and symlinks to folders, end with `/`. */
  readonly entries: readonly string[];
  /** 1-based number of the first entry in the list. */
  readonly firstEntry: number;
  readonly totalEntries: number;
}

/** Lists a range of the names in a folder, until `maxBytes` (UTF-16 code units counted as bytes) are used up. */
export async function listDirectory(
  path: string,
  {
    range,
    maxBytes,
    isShown,
  }: {
    readonly range: LineRange;
    readonly maxBytes: number;
    /** Returns whether a name counts at all. Default: every one. */
    readonly isShown?: (name: string) => boolean;
  },
  context: ToolContext,
): Promise<DirectoryListing> {
  const listed = await context.files.list(path);
  context.signal.throwIfAborted();
  const all = isShown === undefined ? listed : await selected(listed, isShown, context.signal);
  const shown: Entry[] = [];
  let bytes = 0;
  for (const entry of all.slice(range.startLine - 1, range.endLine)) {
    bytes += entry.name.length + 2;
    if (bytes > maxBytes && shown.length > 0) break;
    shown.push(entry);
  }
  const linkedFolders = await foldersOfLinks(path, shown, context);
  const entries = shown.map((entry) => {
    const isFolder = entry.type === "directory" || linkedFolders.has(entry);
    return visibleText(entry.name) + (isFolder ? "/" : "");
  });
  return { entries, firstEntry: range.startLine, totalEntries: all.length };
}

/** Returns the entries that count, with pauses: the patterns of a model take long to compare with many names. */
async function selected(
  listed: readonly Entry[],
  isShown: (name: string) => boolean,
  signal: AbortSignal,
): Promise<readonly Entry[]> {
  const pause = createYield(signal);
  const entries: Entry[] = [];
  for (const entry of listed) {
    if (isShown(entry.name)) entries.push(entry);
    const pausing = pause();
    if (pausing !== undefined) await pausing;
  }
  return entries;
}

/** Returns the symlinks that lead to folders. */
async function foldersOfLinks(
  path: string,
  shown: readonly Entry[],
  context: ToolContext,
): Promise<ReadonlySet<Entry>> {
  const links = shown.filter(({ type }) => type === "symlink");
  const folders = new Set<Entry>();
  for (let start = 0; start < links.length; start += MAX_CONCURRENT_LOOKUPS) {
    await Promise.all(
      links.slice(start, start + MAX_CONCURRENT_LOOKUPS).map(async (link) => {
        if (await leadsToFolder(`${path}/${link.name}`, context)) folders.add(link);
      }),
    );
  }
  return folders;
}

async function leadsToFolder(path: string, context: ToolContext): Promise<boolean> {
  try {
    return (await context.files.locate(path)).stat?.type === "directory";
  } catch {
    // A loop or a broken link: shown as a plain name.
    return false;
  }
}
