import { directoryKey, fileKey } from "../../batching/index.js";
import {
  type FileLocation,
  type FileSystem,
  ignoreRejection,
  type ResourceKey,
} from "../../contract/index.js";
import { createYield } from "../../values/index.js";

/** Symlinks of one folder that are looked up; a call that lists more of them waits for every earlier change. */
const MAX_LINKS = 100;

/**
 * Returns the keys of what the symlinks in a folder lead to: a listing shows whether that is a folder, so it depends on earlier calls
 * that create, move or delete it, wherever it is.
 *
 * @param folder - real path
 */
export async function listedLinkKeys(
  folder: string,
  locate: (path: string) => Promise<FileLocation> | undefined,
  { files, fold }: { readonly files: FileSystem; readonly fold: (path: string) => string },
): Promise<readonly ResourceKey[]> {
  const links = await linksIn(folder, files);
  if (links.length > MAX_LINKS) return [everything(folder, files)];
  const keys = await Promise.all(
    links.map(async (name): Promise<readonly ResourceKey[]> => {
      try {
        const location = await locate(files.path.join(folder, name));
        if (location === undefined) return [];
        return [location.path, ...(location.links ?? [])].map((path) => fileKey(fold(path), "read"));
      } catch (thrown) {
        ignoreRejection(thrown);
        // Links that lead in a circle: any of them may be changed elsewhere.
        return [everything(folder, files)];
      }
    }),
  );
  return keys.flat();
}

async function linksIn(folder: string, files: FileSystem): Promise<readonly string[]> {
  const directory = await files.openDirectory(folder);
  try {
    const pause = createYield();
    const links: string[] = [];
    for (const { name, type } of await directory.list()) {
      if (type === "symlink") links.push(name);
      const pausing = pause();
      if (pausing !== undefined) await pausing;
    }
    return links;
  } finally {
    await directory.close();
  }
}

/** Returns the key of all files. */
function everything(path: string, files: FileSystem): ResourceKey {
  let root = path;
  for (let above = files.path.dirname(root); above !== root; above = files.path.dirname(root)) root = above;
  return directoryKey(root, "read", "subtree");
}
