import type { FileStat, FileSystem } from "../../contract/index.js";
import { changedSinceApproval, fileFailure } from "../failure/index.js";
import type { FollowedPath } from "../memory/index.js";
import { OverlayDirectoryHandle } from "./directory-handle.js";
import type { OverlayDirectory } from "./overlay-node.js";
import type { OverlayTree } from "./overlay-tree.js";

/** Creates the file system port for an overlay. */
export function overlayFileSystem(tree: OverlayTree): FileSystem {
  const { files: base } = tree.base;
  return {
    path: base.path,
    caseSensitive: base.caseSensitive,
    ...(base.homeDirectory === undefined ? {} : { homeDirectory: base.homeDirectory }),
    resolveNow: (path) => (tree.isChanged ? undefined : base.resolveNow?.(path)),
    resolve: async (path) => {
      if (!tree.isChanged) return base.resolve(path);
      const found = await tree.follow(path);
      const stat = await statOf(tree, found);
      const { path: real, links } = found;
      return { path: real, stat, links };
    },
    openDirectory: async (path) => {
      const found = await tree.follow(path);
      if (found.path !== path) throw changedSinceApproval(path, `it now leads to '${found.path}'`);
      if (found.type === "missing") throw fileFailure("missing", path);
      if (found.type === "leaf") throw fileFailure("not-a-directory", path);
      const baseDirectory = await tree.openBase(found.directory);
      return new OverlayDirectoryHandle(tree, found.directory, path, baseDirectory);
    },
  };
}

async function statOf(
  tree: OverlayTree,
  found: FollowedPath<OverlayDirectory, FileStat>,
): Promise<FileStat | undefined> {
  if (found.type === "missing") return undefined;
  return found.type === "directory" ? tree.statOf(found.directory) : found.leaf;
}
