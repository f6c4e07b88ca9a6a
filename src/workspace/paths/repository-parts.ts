import { type FileSystem, ToolError } from "../../contract/index.js";
import { foldSegment } from "./name-pattern.js";
import { isShortName, mayBeShortNameOf } from "./short-name.js";

/**
 * Names in the folder of a repository that git requires or follows (gitrepository-layout(5)). `HEAD` itself is a
 * protected name everywhere.
 */
const REPOSITORY_PARTS = new Set(
  "commondir config config.worktree gitdir hooks info logs modules objects packed-refs refs worktrees".split(
    " ",
  ),
);

/**
 * Returns whether a path is part of a bare repository that consists of plain files: git treats any folder with `HEAD`,
 * `objects` and `refs` (or `HEAD` and `commondir`) as a repository, and executes what its `config` says when `git
 * status` runs there.
 *
 * @param top - the uppermost folder to check
 */
export async function isRepositoryPart(files: FileSystem, path: string, top: string): Promise<boolean> {
  const { dirname, basename } = files.path;
  let folder = path;
  while (folder !== top && folder !== dirname(folder)) {
    const name = foldSegment(basename(folder));
    folder = dirname(folder);
    const isPart =
      REPOSITORY_PARTS.has(name) ||
      (isShortName(name) && [...REPOSITORY_PARTS].some((part) => mayBeShortNameOf(name, part)));
    if (isPart && (await hasHead(files, folder))) return true;
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
    // A missing folder does not contain HEAD.
    if (ToolError.isInstance(error)) return false;
    throw error;
  }
}
