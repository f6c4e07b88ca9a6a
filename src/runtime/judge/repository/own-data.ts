import type { DirectoryHandle } from "../../../contract/index.js";
import { foldName } from "../../../values/index.js";

/** Folders that are searched for links. Git packs branches, so few repositories have more; those ask. */
const MAX_FOLDERS = 1_000;

/** Folders that are open at once, one in the other: more than the parts of a usual branch name. */
const MAX_DEPTH = 32;

/** Git runs no hook of a command that only reads, and some tools create a link in the place of this folder or in it. */
const HOOKS = "hooks";

/** The list of other folders for objects. */
const ALTERNATES = "objects/info/alternates";

/** Matches a folder of single objects, which are compressed: git prints nothing of a file that is not. */
const SINGLE_OBJECTS = /^objects\/[0-9a-f]{2}$/;

/**
 * Returns whether all data of a repository is in its own folder. Otherwise a link to the objects of another repository,
 * together with a link to one of its branches, would show that repository, and git would print the lines of another file: as
 * wrong ones (`.git/info/grafts`, `.git/shallow` or `.git/packed-refs` as a link to `.env`), or as the steps of a rebase
 * (`.git/rebase-merge/git-rebase-todo`).
 */
export async function hasOwnData(directory: DirectoryHandle): Promise<boolean> {
  if ((await directory.stat("objects"))?.type !== "directory") return false;
  return hasOwnFiles(directory, [], { left: MAX_FOLDERS });
}

/** Returns whether a folder contains no link, at any depth, and no list of other folders for objects. */
async function hasOwnFiles(
  directory: DirectoryHandle,
  parents: readonly string[],
  folders: { left: number },
): Promise<boolean> {
  folders.left -= 1;
  if (folders.left < 0 || parents.length > MAX_DEPTH) return false;
  const entries = (await directory.list()).map((entry) => ({
    ...entry,
    path: [...parents, entry.name].join("/"),
  }));
  const ownEntries = entries.filter(({ path }) => path !== HOOKS);
  if (
    !ownEntries.every(({ type, path }) => /^(?:file|directory)$/.test(type) && foldName(path) !== ALTERNATES)
  )
    return false;
  for (const { name, type, path } of ownEntries) {
    if (type !== "directory" || SINGLE_OBJECTS.test(path)) continue;
    const opened = await directory.openDirectory(name);
    try {
      if (!(await hasOwnFiles(opened, [...parents, name], folders))) return false;
    } finally {
      await opened.close();
    }
  }
  return true;
}
