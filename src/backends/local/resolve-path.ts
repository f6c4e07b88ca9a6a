import { realpathSync } from "node:fs";
import * as path from "node:path";
import type { ResolvedPath } from "../../contract/index.js";
import { changedSinceApproval } from "../failure/index.js";
import { errnoOf, fileError } from "./file-error.js";
import { fileTypeOf, toFileStat } from "./file-stat.js";
import { lookUpPlain } from "./recent-folders.js";
import { lstat, readlink, realpath } from "./system-calls.js";

/** Symlinks followed on one path before it counts as a loop; Linux's own limit. */
const MAX_SYMLINKS = 40;

/** Times that a symlink may be replaced during one lookup; more is a race that the call loses. */
const MAX_CHANGES = 8;

const SEPARATORS = path.sep === "\\" ? /[\\/]+/ : /\/+/;

/**
 * Follows a path as the kernel would; see `FileSystem.resolve`.
 *
 * A path without a symlink in it is looked up through its folder. The components are walked one by one only if a folder
 * is missing, or if the path differs from its real path, because it may contain a symlink.
 */
export async function resolvePath(absolutePath: string): Promise<ResolvedPath> {
  const plain = lookUpPlain(absolutePath);
  if (plain !== undefined) return plain;
  try {
    const [real, stats] = await Promise.all([realpath(absolutePath), lstat(absolutePath)]);
    if (real === absolutePath) return { path: real, stat: toFileStat(stats) };
    const realStats = stats.isSymbolicLink() ? await lstat(real) : stats;
    if (!realStats.isSymbolicLink()) {
      const { links } = await walk(absolutePath);
      return { path: real, stat: toFileStat(realStats), links };
    }
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw fileError(error, absolutePath);
  }
  return walk(absolutePath);
}

/** Follows a path synchronously; see `FileSystem.resolveNow`. Missing components count as plain folders. */
export function resolveNow(absolutePath: string): string | undefined {
  const missing: string[] = [];
  for (let folder = path.normalize(absolutePath); ; folder = path.dirname(folder)) {
    try {
      return path.join(realpathSync.native(folder), ...missing);
    } catch (error) {
      if (errnoOf(error) !== "ENOENT" || folder === path.dirname(folder)) return undefined;
      missing.unshift(path.basename(folder));
    }
  }
}

async function walk(absolutePath: string): Promise<ResolvedPath> {
  const root = path.parse(absolutePath).root;
  const pending = componentsOf(absolutePath.slice(root.length)).reverse();
  let position = root;
  let missing: string[] = [];
  const links: string[] = [];
  // Folders that do not exist but would have to.
  const left: string[] = [];
  let changes = 0;

  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (name === "..") {
      // Missing components will be plain directories, so only there `..` may be resolved by name.
      if (missing.length > 0) {
        left.push(path.join(position, ...missing) + path.sep);
        missing = missing.slice(0, -1);
      } else position = path.dirname(position);
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
      const target = await linkTarget(candidate, absolutePath);
      if (target === undefined) {
        changes += 1;
        if (changes > MAX_CHANGES)
          throw changedSinceApproval(absolutePath, "another process replaces a part of it");
        pending.push(name);
        continue;
      }
      links.push(candidate);
      if (links.length > MAX_SYMLINKS) throw fileError({ code: "ELOOP" }, absolutePath);
      const targetRoot = path.parse(target).root;
      if (path.isAbsolute(target)) position = targetRoot;
      pending.push(...componentsOf(target.slice(targetRoot.length)).reverse());
    } else if (type !== "directory" && pending.length > 0) {
      throw fileError({ code: "ENOTDIR" }, absolutePath);
    } else {
      position = candidate;
    }
  }

  const passed = [...links, ...left];
  const followed = passed.length > 0 && { links: passed };
  if (missing.length > 0) {
    return { path: path.join(await canonical(position, absolutePath), ...missing), ...followed };
  }
  try {
    return { path: position, stat: toFileStat(await lstat(position)), ...followed };
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return { path: position, ...followed };
    throw fileError(error, absolutePath);
  }
}

/**
 * Returns the path of an existing folder as its volume spells it: one that ignores letter case or encodes accents differently also
 * opens it by other names, as Windows does by short ones.
 */
async function canonical(folder: string, absolutePath: string): Promise<string> {
  if (process.platform !== "win32" && process.platform !== "darwin") return folder;
  try {
    return await realpath(folder);
  } catch (error) {
    throw fileError(error, absolutePath);
  }
}

/** Returns the target of a symlink; `undefined` if it was replaced or removed since it was looked up. */
async function linkTarget(candidate: string, absolutePath: string): Promise<string | undefined> {
  try {
    return await readlink(candidate);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "EINVAL" || errno === "ENOENT") return undefined;
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
