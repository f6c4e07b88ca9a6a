import * as path from "node:path";
import { errnoOf } from "./file-error.js";
import { lstat, readlink, realpath } from "./system-calls.js";

/** Symlinks followed on one path, as many as the kernel follows. */
const MAX_SYMLINKS = 40;

/**
 * Folders of the system: if the workspace is the whole file system, they do not count as workspace folders,
 * or no program would be left.
 */
const SYSTEM_FOLDERS: ReadonlySet<string> = new Set([
  "/bin",
  "/sbin",
  "/usr/bin",
  "/usr/sbin",
  "/usr/local/bin",
  "/usr/local/sbin",
]);

/** Folders of a search path, by whether the workspace can put programs there. */
export interface SearchPath {
  /** Absolute folders that the workspace can neither write to nor redirect. */
  readonly trusted: readonly string[];
  /** Absolute folders that the workspace can write to or redirect. */
  readonly untrusted: readonly string[];
}

/**
 * Divides a search path. Drops relative and empty entries, which depend on the folder that a command runs in.
 *
 * @param roots - absolute folders of the workspace
 */
export async function divideSearchPath(searchPath: string, roots: readonly string[]): Promise<SearchPath> {
  const folders = [...new Set(searchPath.split(path.delimiter))].filter((folder) => path.isAbsolute(folder));
  const rootPaths = await realRoots(roots);
  const verdicts = await Promise.all(folders.map((folder) => isOfWorkspace(folder, rootPaths)));
  return {
    trusted: folders.filter((_, index) => verdicts[index] === false),
    untrusted: folders.filter((_, index) => verdicts[index] === true),
  };
}

/** Returns the folders that contain one of the names as a symlink into the workspace. */
export async function foldersLeadingInto(
  folders: readonly string[],
  names: readonly string[],
  roots: readonly string[],
): Promise<ReadonlySet<string>> {
  const rootPaths = await realRoots(roots);
  const leading = new Set<string>();
  for (const folder of folders) {
    for (const name of names) {
      if (name === "" || name.includes(path.sep)) continue;
      const candidate = path.join(folder, name);
      const isSymlink = await lstat(candidate).then(
        (stat) => stat.isSymbolicLink(),
        () => false,
      );
      if (isSymlink && (await leadsInto(candidate, rootPaths))) leading.add(folder);
    }
  }
  return leading;
}

/** Returns whether a folder contains one of the names. */
export async function holdsAny(folder: string, names: readonly string[]): Promise<boolean> {
  for (const name of names) {
    if (name === "" || name.includes(path.sep)) continue;
    const isThere = await lstat(path.join(folder, name)).then(
      () => true,
      (error: unknown) => errnoOf(error) !== "ENOENT" && errnoOf(error) !== "ENOTDIR",
    );
    if (isThere) return true;
  }
  return false;
}

/** Returns whether the workspace can put programs into a folder of the search path, or replace the folder. */
export async function isOfWorkspace(folder: string, roots: readonly string[]): Promise<boolean> {
  const normal = path.normalize(folder).replace(/(?<=[^\\/]|^[\\/])[\\/]+$/, "");
  const isSystem = SYSTEM_FOLDERS.has(normal);
  return leadsInto(folder, isSystem ? roots.filter((root) => path.dirname(root) !== root) : roots);
}

/**
 * Returns whether any component of a path lies in one of the folders, including symlinks and their targets.
 */
async function leadsInto(start: string, folders: readonly string[]): Promise<boolean> {
  if (folders.some((folder) => contains(folder, path.normalize(start)))) return true;
  let top = path.parse(start).root;
  let current = top;
  let waiting = namesOf(start);
  for (let links = 0; waiting.length > 0; ) {
    const [name = "", ...rest] = waiting;
    waiting = rest;
    if (name === "..") {
      current = path.dirname(current);
      continue;
    }
    const next = path.join(current, name);
    if (folders.some((folder) => contains(folder, next))) return true;
    const target = await symlinkTarget(next);
    if (target === undefined) {
      current = next;
      continue;
    }
    links += 1;
    // A loop of symlinks cannot lead to a program.
    if (links > MAX_SYMLINKS) return true;
    if (path.isAbsolute(target)) {
      top = path.parse(target).root;
      current = top;
    }
    waiting = [...namesOf(target), ...rest];
  }
  return false;
}

async function symlinkTarget(location: string): Promise<string | undefined> {
  try {
    return (await lstat(location)).isSymbolicLink() ? await readlink(location) : undefined;
  } catch {
    return undefined;
  }
}

function namesOf(location: string): readonly string[] {
  return location
    .slice(path.parse(location).root.length)
    .split(/[\\/]/)
    .filter((name) => name !== "" && name !== ".");
}

/** Returns the roots as given, and their real paths. */
async function realRoots(roots: readonly string[]): Promise<readonly string[]> {
  const given = roots.map((root) => path.resolve(root));
  const real = await Promise.all(given.map((root) => realpath(root).catch(() => root)));
  return [...new Set([...given, ...real])];
}

function contains(folder: string, location: string): boolean {
  const [outer, inner] =
    process.platform === "linux" ? [folder, location] : [folder.toLowerCase(), location.toLowerCase()];
  return inner === outer || inner.startsWith(outer.endsWith(path.sep) ? outer : outer + path.sep);
}
