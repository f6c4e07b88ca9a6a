import { type FileSystem, ToolError } from "../../../contract/index.js";
import { changedSinceApproval, fileFailure } from "../../failure/index.js";
import { followPath, posixPath } from "../../memory/index.js";
import type { PathAccess, PathFacts } from "./path-access.js";
import { PathDirectory } from "./path-directory.js";
import { PathTree } from "./path-tree.js";

/** Creates the file system port for the files of a session. */
export function pathFileSystem(access: PathAccess, homeDirectory: string | undefined): FileSystem {
  const tree = new PathTree(access);
  const follow = (path: string) =>
    followPath<string, PathFacts>(
      {
        path: posixPath,
        root: (root) => root,
        step: async (_, name, at) => {
          const facts = await access.facts(at);
          if (facts === undefined) return undefined;
          if (facts.type === "symlink") return { type: "symlink", name, target: await access.readLink(at) };
          if (facts.type === "directory") return { type: "directory", name, directory: at };
          return { type: "leaf", name, leaf: facts };
        },
      },
      requireAbsolute(path),
    );
  return {
    path: posixPath,
    caseSensitive: true,
    ...(homeDirectory !== undefined && { homeDirectory }),
    resolve: (path) =>
      tree.inTurn(async () => {
        const found = await follow(path);
        const links = found.links !== undefined && { links: found.links };
        if (found.type === "missing") return { path: found.path, ...links };
        const stat = await tree.stat(found.path);
        return { path: found.path, ...(stat !== undefined && { stat }), ...links };
      }),
    openDirectory: (path) =>
      tree.inTurn(async () => {
        const found = await follow(path);
        if (found.path !== path) throw changedSinceApproval(path, `it now leads to '${found.path}'`);
        if (found.type === "missing") throw fileFailure("missing", path);
        const stat = await tree.stat(path);
        if (found.type === "leaf" || stat?.type !== "directory") throw fileFailure("not-a-directory", path);
        return new PathDirectory(tree, path, stat.identity);
      }),
  };
}

function requireAbsolute(path: string): string {
  if (posixPath.isAbsolute(path) && !path.includes("\0")) return path;
  throw new ToolError(
    `${JSON.stringify(path.slice(0, 200))} is not a usable path: expected an absolute path without NUL characters.`,
    { code: "invalid-path" },
  );
}
