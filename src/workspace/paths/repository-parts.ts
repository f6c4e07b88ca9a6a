import { type FileSystem, ToolError } from "../../contract/index.js";
import { foldSegment } from "./name-pattern.js";

/**
 * Names in the folder of a repository whose content makes it one, or that git follows (gitrepository-layout(5)). `HEAD` itself
 * is a protected name wherever it is.
 */
const REPOSITORY_PARTS = new Set(
  "commondir config config.worktree gitdir hooks info logs modules objects packed-refs refs worktrees".split(
    " ",
  ),
);

/**
 * Whether a path is part of a bare repository that is made of plain files: git takes any folder with `HEAD`, `objects` and
 * `refs` (or `HEAD` and `commondir`) for a repository, and runs what the `config` in it says as soon as somebody asks for the
 * status there.
 *
 * @param top - the uppermost folder that is looked at
 */
export async function isRepositoryPart(files: FileSystem, path: string, top: string): Promise<boolean> {
  const { dirname, basename } = files.path;
  let folder = path;
  while (folder !== top && folder !== dirname(folder)) {
    const name = basename(folder);
    folder = dirname(folder);
    if (REPOSITORY_PARTS.has(foldSegment(name)) && (await hasHead(files, folder))) return true;
  }
  return false;
}

async function hasHead(files: FileSystem, folder: string): Promise<boolean> {
  try {
    const directory = await files.openDirectory(folder);
    try {
      return (await directory.stat("HEAD")) !== undefined;
    } finally {
      await directory.close();
    }
  } catch (error) {
    // A folder that is not there has no HEAD.
    if (ToolError.isInstance(error)) return false;
    throw error;
  }
}
