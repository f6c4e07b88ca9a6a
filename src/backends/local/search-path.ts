import * as path from "node:path";
import { errnoOf } from "./file-error.js";
import { lstat, readlink, realpath } from "./system-calls.js";

/** Symlinks followed on one way, as many as the kernel follows. */
const MAX_SYMLINKS = 40;

/**
 * Folders of the system: where the workspace is the whole file system they are not taken for folders of the workspace, or no program
 * would be left.
 */
const SYSTEM_FOLDERS: ReadonlySet<string> = new Set([
  "/bin",
  "/sbin",
  "/usr/bin",
  "/usr/sbin",
  "/usr/local/bin",
  "/usr/local/sbin",
]);

/** Folders of a search path, by who may put programs there. */
export interface SearchPath {
  /** Absolute, and the workspace can neither write them nor change where they lead. */
  readonly trusted: readonly string[];
  /** Absolute. */
  readonly untrusted: readonly string[];
}

/**
 * Divides a search path. Relative and empty entries are dropped: they mean whatever folder a command runs in.
 *
 * @param roots - absolute folders of the workspace
 */
export async function divideSearchPath(searchPath: string, roots: readonly string[]): Promise<SearchPath> {
  const folders = [...new Set(searchPath.split(path.delimiter))].filter((folder) => path.isAbsolute(folder));
  const places = await realRoots(roots);
  const verdicts = await Promise.all(folders.map((folder) => isOfWorkspace(folder, places)));
  return {
    trusted: folders.filter((_, index) => verdicts[index] === false),
    untrusted: folders.filter((_, index) => verdicts[index] === true),
  };
}

/** The folders in which something has one of some names that leads into the workspace. */
export async function foldersLeadingInto(
  folders: readonly string[],
  names: readonly string[],
  roots: readonly string[],
): Promise<ReadonlySet<string>> {
  const places = await realRoots(roots);
  const leading = new Set<string>();
  for (const folder of folders) {
    for (const name of names) {
      if (name === "" || name.includes(path.sep)) continue;
      const candidate = path.join(folder, name);
      const isSymlink = await lstat(candidate).then(
        (stat) => stat.isSymbolicLink(),
        () => false,
      );
      if (isSymlink && (await leadsInto(candidate, places))) leading.add(folder);
    }
  }
  return leading;
}

/** Whether something in a folder has one of some names. */
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

/** Whether the workspace can put programs into a folder of the search path, or another folder in its place. */
export async function isOfWorkspace(folder: string, roots: readonly string[]): Promise<boolean> {
  const normal = path.normalize(folder).replace(/(?<=[^\\/]|^[\\/])[\\/]+$/, "");
  const isSystem = SYSTEM_FOLDERS.has(normal);
  return leadsInto(folder, isSystem ? roots.filter((root) => path.dirname(root) !== root) : roots);
}

/** Whether any name on the way of a path lies in one of some folders, symlinks and what they lead to included. */
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
    // Nothing can be run from a circle.
    if (links > MAX_SYMLINKS) return true;
    if (path.isAbsolute(target)) {
      top = path.parse(target).root;
      current = top;
    }
    waiting = [...namesOf(target), ...rest];
  }
  return false;
}

async function symlinkTarget(place: string): Promise<string | undefined> {
  try {
    return (await lstat(place)).isSymbolicLink() ? await readlink(place) : undefined;
  } catch {
    return undefined;
  }
}

function namesOf(place: string): readonly string[] {
  return place
    .slice(path.parse(place).root.length)
    .split(/[\\/]/)
    .filter((name) => name !== "" && name !== ".");
}

/** The roots as they were given and as they really are. */
async function realRoots(roots: readonly string[]): Promise<readonly string[]> {
  const given = roots.map((root) => path.resolve(root));
  const real = await Promise.all(given.map((root) => realpath(root).catch(() => root)));
  return [...new Set([...given, ...real])];
}

function contains(folder: string, place: string): boolean {
  const [outer, inner] =
    process.platform === "linux" ? [folder, place] : [folder.toLowerCase(), place.toLowerCase()];
  return inner === outer || inner.startsWith(outer.endsWith(path.sep) ? outer : outer + path.sep);
}
