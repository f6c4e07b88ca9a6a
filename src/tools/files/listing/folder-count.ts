import { type ToolContext, ToolError } from "../../../contract/index.js";

/** Most entries that are counted: the approver learns that there are many, and need not wait for the exact number. */
const MAX_COUNTED_ENTRIES = 5_000;

/** Sizes looked up concurrently: enough to be fast, few enough to keep file descriptors free. */
const MAX_CONCURRENT_LOOKUPS = 32;

/** The amount of content in a folder. */
export interface FolderCount {
  /** Names in the folder itself, folders with a trailing slash. */
  readonly names: readonly string[];
  /** Files below it, at any depth; a symlink counts as one and is not followed. */
  readonly files: number;
  readonly bytes: number;
  /** Whether everything was counted. */
  readonly complete: boolean;
}

/**
 * Counts the entries below a folder, at most {@link MAX_COUNTED_ENTRIES} of them. Folders that may not be listed are
 * omitted.
 */
export async function countFolder(path: string, context: ToolContext): Promise<FolderCount> {
  const names: string[] = [];
  const files: string[] = [];
  const folders = [path];
  let links = 0;
  let entries = 0;
  let complete = true;
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    context.signal.throwIfAborted();
    const listed = await listOrNothing(folder, context);
    if (listed === undefined) complete = false;
    for (const { name, type } of listed ?? []) {
      entries += 1;
      if (entries > MAX_COUNTED_ENTRIES) {
        complete = false;
        folders.length = 0;
        break;
      }
      const isFolder = type === "directory";
      if (folder === path) names.push(isFolder ? `${name}/` : name);
      if (isFolder) folders.push(`${folder}/${name}`);
      else if (type === "file") files.push(`${folder}/${name}`);
      else links += 1;
    }
  }
  return { names, files: files.length + links, bytes: await totalBytes(files, context), complete };
}

async function listOrNothing(folder: string, context: ToolContext) {
  try {
    return await context.files.list(folder);
  } catch (error) {
    if (ToolError.isInstance(error)) return undefined;
    throw error;
  }
}

async function totalBytes(files: readonly string[], context: ToolContext): Promise<number> {
  let bytes = 0;
  for (let start = 0; start < files.length; start += MAX_CONCURRENT_LOOKUPS) {
    context.signal.throwIfAborted();
    const piece = files.slice(start, start + MAX_CONCURRENT_LOOKUPS);
    const sizes = await Promise.all(
      piece.map(async (file) => (await context.files.locate(file)).stat?.size ?? 0),
    );
    for (const size of sizes) bytes += size;
  }
  return bytes;
}
