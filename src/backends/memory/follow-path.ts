import type { PathOperations } from "../../contract/index.js";
import { fileFailure } from "../failure/index.js";
import { requireNameLength } from "./entry-name.js";

/** Symlinks followed on one path before it counts as a loop; Linux's own limit. */
const MAX_SYMLINKS = 40;

/** Entry of a directory in the terms of the walked tree. */
export type PathStep<Directory, Leaf> =
  | { readonly type: "directory"; readonly name: string; readonly directory: Directory }
  | { readonly type: "symlink"; readonly name: string; readonly target: string }
  | { readonly type: "leaf"; readonly name: string; readonly leaf: Leaf };

/** A tree in which paths can be followed. */
export interface PathTree<Directory, Leaf> {
  readonly path: PathOperations;
  /** Returns the directory of a root path, for example `/`. */
  root(rootPath: string): Directory;
  /** Returns the entry of a name; the step has the directory's spelling of the name. */
  step(
    directory: Directory,
    name: string,
    path: string,
  ): Promise<PathStep<Directory, Leaf> | undefined> | PathStep<Directory, Leaf> | undefined;
}

/** Result of following a path: the entry, its real path, and the real paths of the symlinks on the path. */
export type FollowedPath<Directory, Leaf> = { readonly links?: readonly string[] } & FollowedEnd<
  Directory,
  Leaf
>;

type FollowedEnd<Directory, Leaf> =
  | { readonly type: "directory"; readonly path: string; readonly directory: Directory }
  | { readonly type: "leaf"; readonly path: string; readonly leaf: Leaf }
  | { readonly type: "missing"; readonly path: string };

/**
 * Follows a path component by component as the kernel would; see `FileSystem.resolve`. Throws
 * `not-a-directory` for a path below a file, and `symlink-loop`.
 */
export async function followPath<Directory, Leaf>(
  tree: PathTree<Directory, Leaf>,
  absolutePath: string,
): Promise<FollowedPath<Directory, Leaf>> {
  const { path } = tree;
  const pending: string[] = [];
  // The directories on the real path, so that `..` leads to their real parents.
  let trail: { readonly path: string; readonly directory: Directory }[] = [];
  const startAt = (target: string) => {
    if (path.isAbsolute(target)) {
      const rootPath = rootOf(path, target);
      trail = [{ path: rootPath, directory: tree.root(rootPath) }];
      pending.push(...componentsOf(path, target.slice(rootPath.length)).reverse());
    } else {
      pending.push(...componentsOf(path, target).reverse());
    }
  };
  startAt(absolutePath);

  let missing: string[] = [];
  let leaf: { readonly path: string; readonly leaf: Leaf } | undefined;
  const links: string[] = [];
  // Folders that do not exist but would have to.
  const left: string[] = [];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (leaf !== undefined) throw fileFailure("below-a-file", absolutePath);
    if (name === ".") continue;
    if (name === "..") {
      // Missing components will be plain directories, so only there `..` may be resolved by name.
      if (missing.length > 0) {
        left.push(path.join((trail.at(-1) as (typeof trail)[number]).path, ...missing) + path.sep);
        missing = missing.slice(0, -1);
      } else if (trail.length > 1) trail.pop();
      continue;
    }
    if (missing.length > 0) {
      missing.push(name);
      continue;
    }
    requireNameLength(name, absolutePath);
    const here = trail.at(-1) as (typeof trail)[number];
    const found = await tree.step(here.directory, name, path.join(here.path, name));
    if (found === undefined) {
      missing.push(name);
    } else if (found.type === "symlink") {
      links.push(path.join(here.path, found.name));
      if (links.length > MAX_SYMLINKS) throw fileFailure("too-many-symlinks", absolutePath);
      startAt(found.target);
    } else if (found.type === "directory") {
      trail.push({ path: path.join(here.path, found.name), directory: found.directory });
    } else {
      leaf = { path: path.join(here.path, found.name), leaf: found.leaf };
    }
  }

  const passed = [...links, ...left];
  const followed = passed.length > 0 && { links: passed };
  if (leaf !== undefined) return { type: "leaf", ...leaf, ...followed };
  const end = trail.at(-1) as (typeof trail)[number];
  if (missing.length > 0) return { type: "missing", path: path.join(end.path, ...missing), ...followed };
  return { type: "directory", ...end, ...followed };
}

/** Returns the root of an absolute path: `/`, or the drive on Windows. */
export function rootOf(path: PathOperations, absolutePath: string): string {
  let position = absolutePath;
  for (;;) {
    const parent = path.dirname(position);
    if (parent === position) return position;
    position = parent;
  }
}

/**
 * Returns the names of a relative path; an empty one at the end counts as `.`, which only a directory has.
 */
export function componentsOf(path: PathOperations, relativePath: string): string[] {
  const names = relativePath.split(path.sep === "\\" ? /[\\/]/ : "/");
  const components = names.filter((name) => name !== "");
  if (components.length > 0 && names.at(-1) === "") components.push(".");
  return components;
}
