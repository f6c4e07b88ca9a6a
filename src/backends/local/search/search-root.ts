import { constants } from "node:fs";
import * as path from "node:path";
import { ToolError } from "../../../contract/index.js";
import { anchorDirectory, type DirectoryAnchor } from "../directory-anchor.js";
import { LocalDirectory } from "../directory-handle.js";
import { fileError } from "../file-error.js";
import { requireRegularFile, toFileStat } from "../file-stat.js";
import { closeQuietly, lstat } from "../system-calls.js";
import { type ResultFolders, resultFolders } from "./result-folders.js";

/** Start of a search: a directory held open, or one file of it, open for reading. */
export interface SearchRoot {
  /** Directory for ripgrep to run in; valid until `close`. */
  readonly cwd: string;
  /** Absolute path that results are relative to. */
  readonly base: string;
  /** The single file to search: its name in `base`, and the descriptor to read it from. */
  readonly file?: { readonly name: string; readonly descriptor: number } | undefined;
  /** The folders below the directory; unused for a single file. */
  readonly folders: ResultFolders;
  close(): void;
}

/**
 * Opens the start of a search. The path must be real (as returned by `FileSystem.resolve`).
 *
 * Throws `not-found`, `changed-since-approval` if the path now leads elsewhere, and `special-file` for a FIFO
 * or device, which ripgrep would open by name, and hang.
 */
export async function openSearchRoot(
  searchPath: string,
  allow: "directory" | "file-or-directory",
): Promise<SearchRoot> {
  const { type } = await statOf(searchPath);
  if (type === "directory") return rootIn(await anchorDirectory(searchPath), searchPath);
  requireRegularFile(type, searchPath);
  if (allow === "directory") {
    throw new ToolError(`'${searchPath}' is a file. Pass the directory in which to search for files.`, {
      code: "not-a-directory",
      absolutePath: searchPath,
    });
  }
  const base = path.dirname(searchPath);
  const anchor = await anchorDirectory(base);
  const name = path.basename(searchPath);
  let descriptor: number;
  try {
    // By name, ripgrep would follow a symlink that has replaced the file.
    ({ descriptor } = await new LocalDirectory(base, anchor).openDescriptor(name, constants.O_RDONLY));
  } catch (error) {
    anchor.close();
    throw error;
  }
  return rootIn(anchor, base, { name, descriptor });
}

async function statOf(searchPath: string) {
  try {
    return toFileStat(await lstat(searchPath));
  } catch (error) {
    throw fileError(error, searchPath);
  }
}

async function rootIn(
  anchor: DirectoryAnchor,
  base: string,
  file?: { readonly name: string; readonly descriptor: number },
): Promise<SearchRoot> {
  const folders = resultFolders(anchor, base);
  const close = () => {
    folders.close();
    if (file !== undefined) closeQuietly(file.descriptor);
    anchor.close();
  };
  try {
    return { cwd: await anchor.self(), base, folders, close, file };
  } catch (error) {
    close();
    throw error;
  }
}
