import * as path from "node:path";
import type { ResolvedPath } from "../../contract/index.js";
import { errnoOf, fileError } from "./file-error.js";
import { fileTypeOf, toFileStat } from "./file-stat.js";
import { lstat, readlink, realpath } from "./system-calls.js";

/** Symlinks followed on one path before it counts as a loop; Linux's own limit. */
const MAX_SYMLINKS = 40;

const SEPARATORS = path.sep === "\\" ? /[\\/]+/ : /\/+/;

/**
 * Follows a path as the kernel would; see `FileSystem.resolve`.
 *
 * What exists takes two system calls at the same time. Only where something is missing are the components walked one by one.
 */
export async function resolvePath(absolutePath: string): Promise<ResolvedPath> {
  try {
    const [real, stats] = await Promise.all([realpath(absolutePath), lstat(absolutePath)]);
    if (!stats.isSymbolicLink()) return { path: real, stat: toFileStat(stats) };
    const realStats = await lstat(real);
    if (!realStats.isSymbolicLink()) return { path: real, stat: toFileStat(realStats) };
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw fileError(error, absolutePath);
  }
  return walk(absolutePath);
}

async function walk(absolutePath: string): Promise<ResolvedPath> {
  const root = path.parse(absolutePath).root;
  const pending = componentsOf(absolutePath.slice(root.length)).reverse();
  let position = root;
  let missing: string[] = [];
  let symlinks = 0;

  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (name === "..") {
      // What does not exist yet will be plain directories once it does, so only there `..` may be taken by name.
      if (missing.length > 0) missing = missing.slice(0, -1);
      else position = path.dirname(position);
      continue;
    }
    if (missing.length > 0) {
      missing.push(name);
      continue;
    }
    const candidate = path.join(position, name);
    const type = await typeOf(candidate, absolutePath);
    if (type === undefined) {
      missing.push(name);
    } else if (type === "symlink") {
      symlinks += 1;
      if (symlinks > MAX_SYMLINKS) throw fileError({ code: "ELOOP" }, absolutePath);
      const target = await readlink(candidate).catch((error: unknown) => {
        throw fileError(error, absolutePath);
      });
      const targetRoot = path.parse(target).root;
      if (path.isAbsolute(target)) position = targetRoot;
      pending.push(...componentsOf(target.slice(targetRoot.length)).reverse());
    } else if (type !== "directory" && pending.length > 0) {
      throw fileError({ code: "ENOTDIR" }, absolutePath);
    } else {
      position = candidate;
    }
  }

  if (missing.length > 0) return { path: path.join(position, ...missing) };
  try {
    return { path: position, stat: toFileStat(await lstat(position)) };
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return { path: position };
    throw fileError(error, absolutePath);
  }
}

function componentsOf(relativePath: string): string[] {
  return relativePath.split(SEPARATORS).filter((name) => name !== "" && name !== ".");
}

async function typeOf(candidate: string, absolutePath: string) {
  try {
    return fileTypeOf(await lstat(candidate));
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw fileError(error, absolutePath);
  }
}
