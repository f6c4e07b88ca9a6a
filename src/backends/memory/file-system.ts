import { type FileSystem, ToolError } from "../../contract/index.js";
import { changedSinceApproval, fileFailure } from "../failure/index.js";
import { MemoryDirectoryHandle } from "./directory-handle.js";
import { type MemoryTree, statOf } from "./memory-tree.js";
import { posixPath } from "./posix-path.js";

/** Creates the file system port for a tree in memory. */
export function memoryFileSystem(
  tree: MemoryTree,
  facts: { readonly caseSensitive: boolean; readonly homeDirectory?: string | undefined },
): FileSystem {
  return {
    path: posixPath,
    caseSensitive: facts.caseSensitive,
    ...(facts.homeDirectory === undefined ? {} : { homeDirectory: facts.homeDirectory }),
    resolve: async (path) => {
      const found = await tree.follow(requireAbsolute(path));
      const stat = statOf(found);
      const { path: real, links } = found;
      return { path: real, stat, links };
    },
    openDirectory: async (path) => {
      const found = await tree.follow(requireAbsolute(path));
      if (found.path !== path) throw changedSinceApproval(path, `it now leads to '${found.path}'`);
      if (found.type === "missing") throw fileFailure("missing", path);
      if (found.type === "leaf") throw fileFailure("not-a-directory", path);
      return new MemoryDirectoryHandle(tree, found.directory, path);
    },
  };
}

function requireAbsolute(path: string): string {
  if (posixPath.isAbsolute(path) && !path.includes("\0")) return path;
  throw new ToolError(
    `${JSON.stringify(path.slice(0, 200))} is not a usable path: expected an absolute path without NUL characters.`,
    { code: "invalid-path" },
  );
}
