import * as path from "node:path";
import { ToolError } from "../../contract/index.js";
import { anchorDirectory, type DirectoryAnchor } from "./directory-anchor.js";
import { fileError } from "./file-error.js";
import { requireRegularFile } from "./file-stat.js";
import { resolvePath } from "./resolve-path.js";

/** Where a search starts: a directory held open, and in it one file or everything. */
export interface SearchRoot {
  /** Directory for ripgrep to run in; valid until `close`. */
  readonly cwd: string;
  /** What results are relative to, as the caller spelled it. */
  readonly base: string;
  /** The one file to search. */
  readonly fileName?: string;
  close(): void;
}

/**
 * Opens the place that a search starts in.
 *
 * Throws `not-found`, and `special-file` for a FIFO or device: ripgrep would open one that it is given by name, and hang.
 */
export async function openSearchRoot(
  searchPath: string,
  allow: "directory" | "file-or-directory",
): Promise<SearchRoot> {
  const { path: realPath, stat } = await resolvePath(searchPath);
  if (stat === undefined) throw fileError({ code: "ENOENT" }, searchPath);
  if (stat.type === "directory") {
    return rootIn(await anchorDirectory(realPath), searchPath);
  }
  requireRegularFile(stat.type, searchPath);
  if (allow === "directory") {
    throw new ToolError(`'${searchPath}' is a file. Give a directory to look for files in.`, {
      code: "not-a-directory",
      absolutePath: searchPath,
    });
  }
  const anchor = await anchorDirectory(path.dirname(realPath));
  return rootIn(anchor, path.dirname(searchPath), path.basename(realPath));
}

async function rootIn(anchor: DirectoryAnchor, base: string, fileName?: string): Promise<SearchRoot> {
  try {
    const cwd = await anchor.self();
    return { cwd, base, close: () => anchor.close(), ...(fileName === undefined ? {} : { fileName }) };
  } catch (error) {
    anchor.close();
    throw error;
  }
}
