import type { ToolContext } from "../../../contract/index.js";
import { createYield } from "../../../values/index.js";
import { visibleText } from "../../visible-text.js";
import type { LineRange } from "../line-range.js";

/** Symlinks followed concurrently: enough to be fast, few enough to keep file descriptors free. */
const MAX_CONCURRENT_LOOKUPS = 32;

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
    isShown = () => true,
  }: {
    readonly range: LineRange;
    readonly maxBytes: number;
    /** Returns whether a name counts at all. Default: every one. */
    readonly isShown?: (name: string) => boolean;
  },
  context: ToolContext,
): Promise<DirectoryListing> {
  const pause = createYield(context.signal);
  const all: Awaited<ReturnType<typeof context.files.list>>[number][] = [];
  for (const entry of await context.files.list(path)) {
    if (isShown(entry.name)) all.push(entry);
    await pause();
  }
  const shown: (typeof all)[number][] = [];
  let bytes = 0;
  for (const entry of all.slice(range.startLine - 1, range.endLine)) {
    bytes += entry.name.length + 2;
    if (bytes > maxBytes && shown.length > 0) break;
    shown.push(entry);
  }
  const entries: string[] = [];
  for (let start = 0; start < shown.length; start += MAX_CONCURRENT_LOOKUPS) {
    const piece = shown.slice(start, start + MAX_CONCURRENT_LOOKUPS);
    entries.push(
      ...(await Promise.all(
        piece.map(async ({ name, type }) => {
          const isFolder =
            type === "directory" || (type === "symlink" && (await leadsToFolder(`${path}/${name}`, context)));
          return visibleText(name) + (isFolder ? "/" : "");
        }),
      )),
    );
  }
  return { entries, firstEntry: range.startLine, totalEntries: all.length };
}

async function leadsToFolder(path: string, context: ToolContext): Promise<boolean> {
  try {
    return (await context.files.locate(path)).stat?.type === "directory";
  } catch {
    // A loop or a broken link: shown as a plain name.
    return false;
  }
}
