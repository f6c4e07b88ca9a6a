import {
  type BigIntStats,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  realpathSync,
  type Stats,
} from "node:fs";
import { join } from "node:path";
import type { DirectoryAnchor } from "../directory-anchor.js";
import { errnoOf, fileError } from "../file-error.js";
import { certainlyBeforeNs, isStampedHere } from "../listings/index.js";
import { closeQuietly } from "../system-calls.js";

/** Largest number of folders held open; ripgrep works on a few at a time. */
const MAX_OPEN_FOLDERS = 64;

// Opens only the name, see `anchorDirectory`.
const O_PATH = 0x200000;
const FOLDER_FLAGS = O_PATH | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);
const FILE_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The folders below the start of a search, reached from the directory that is held open, never through a
 * symlink.
 *
 * ripgrep walks by path: a folder that is replaced by a symlink after it was listed leads ripgrep out of the
 * tree. So every result is checked here before the caller gets it.
 */
export interface ResultFolders {
  /** Returns whether a file that ripgrep found under this name, relative to the start, exists. */
  holds(name: string): boolean;
  /** Returns whether any entry has this name, even one that is not a file or cannot be read. */
  names(name: string): boolean;
  /** Opens a regular file for reading; the caller must close it. Returns `undefined` if there is none. */
  open(name: string): number | undefined;
  /**
   * Returns whether the file that ripgrep read under this name since the start of the search is the file that
   * has the name now.
   */
  isSettled(name: string): boolean;
  /** Must be called before later results of ripgrep are checked. */
  refresh(): void;
  close(): void;
}

/** Opens the folders of a search that starts in an anchored directory. */
export function resultFolders(anchor: DirectoryAnchor, base: string): ResultFolders {
  return anchor.kind === "descriptor" ? new OpenFolders(anchor.self() as string) : new NamedFolders(base);
}

/** Errors that mean that no such entry has the name, or none that is reachable. */
const ABSENT = new Set(["ENOENT", "ENOTDIR", "ELOOP", "EACCES"]);

/** The folders on Linux: each is opened inside its parent, so a swap does not change what is reached. */
class OpenFolders implements ResultFolders {
  readonly #root: string;
  readonly #unchangedSinceNs = certainlyBeforeNs();
  /** Descriptors by relative path, oldest first. */
  readonly #open = new Map<string, number>();
  readonly #settled = new Map<string, boolean>();
  /** The folder of the name before. */
  #last: { readonly folder: string; readonly isUnchanged: boolean } | undefined;
  /** The volume whose times can be compared with the clock. */
  readonly #device: bigint | undefined;

  constructor(root: string) {
    this.#root = root;
    if (orAbsent(root, () => isStampedHere(root)) === true) this.#device = statOf(root).dev;
  }

  holds(name: string): boolean {
    return this.isSettled(name) || this.#look(name)?.isFile() === true;
  }

  names(name: string): boolean {
    return this.#look(name) !== undefined;
  }

  open(name: string): number | undefined {
    const { folder, entry } = split(name);
    const location = this.#locationOf(folder);
    return location === undefined ? undefined : openFile(`${location}/${entry}`);
  }

  /**
   * A rename in a folder updates the folder's change time. A folder unchanged since the search began had the
   * same entries all the time, so ripgrep reached the same file; the same holds for its parents. No process
   * can reset the change time.
   */
  isSettled(name: string): boolean {
    const end = Math.max(0, name.lastIndexOf("/"));
    // ripgrep prints the names of one folder together.
    if (this.#last?.folder.length !== end || !name.startsWith(this.#last.folder)) {
      const folder = name.slice(0, end);
      this.#last = { folder, isUnchanged: this.#isUnchanged(folder) };
    }
    return this.#last.isUnchanged;
  }

  refresh(): void {
    this.#settled.clear();
    this.#last = undefined;
  }

  close(): void {
    for (const descriptor of this.#open.values()) closeQuietly(descriptor);
    this.#open.clear();
  }

  #look(name: string): Stats | undefined {
    const { folder, entry } = split(name);
    const location = this.#locationOf(folder);
    if (location === undefined) return undefined;
    return orAbsent(name, () => lstatSync(`${location}/${entry}`, { throwIfNoEntry: false }));
  }

  #isUnchanged(folder: string): boolean {
    const known = this.#settled.get(folder);
    if (known !== undefined) return known;
    const settled =
      (folder === "" || this.#isUnchanged(split(folder).folder)) && this.#changedBeforeStart(folder);
    this.#settled.set(folder, settled);
    return settled;
  }

  #changedBeforeStart(folder: string): boolean {
    const stat = this.#device === undefined ? undefined : this.#statOf(folder);
    return stat !== undefined && stat.dev === this.#device && stat.ctimeNs < this.#unchangedSinceNs;
  }

  /** Returns the status of a folder. Most folders have no folder below, so they need not be opened. */
  #statOf(folder: string): BigIntStats | undefined {
    if (folder === "") return statOf(this.#root);
    const { folder: parent, entry } = split(folder);
    const above = this.#locationOf(parent);
    if (above === undefined) return undefined;
    const stat = orAbsent(folder, () =>
      lstatSync(`${above}/${entry}`, { bigint: true, throwIfNoEntry: false }),
    );
    return stat?.isDirectory() === true ? stat : undefined;
  }

  /** Returns a path to an open folder, for one system call. */
  #locationOf(folder: string): string | undefined {
    if (folder === "") return this.#root;
    const known = this.#open.get(folder);
    if (known !== undefined) return `/proc/self/fd/${known}`;
    const { folder: parent, entry } = split(folder);
    const above = this.#locationOf(parent);
    if (above === undefined) return undefined;
    const descriptor = orAbsent(folder, () => openSync(`${above}/${entry}`, FOLDER_FLAGS));
    if (descriptor === undefined) return undefined;
    this.#open.set(folder, descriptor);
    if (this.#open.size > MAX_OPEN_FOLDERS) this.#closeOldest();
    return `/proc/self/fd/${descriptor}`;
  }

  #closeOldest(): void {
    for (const [folder, descriptor] of this.#open) {
      this.#open.delete(folder);
      closeQuietly(descriptor);
      return;
    }
  }
}

/**
 * The folders on other systems, where none can be held open: their real paths are checked again for each
 * chunk of output.
 */
class NamedFolders implements ResultFolders {
  readonly #base: string;
  readonly #real = new Map<string, boolean>();

  constructor(base: string) {
    this.#base = base;
  }

  holds(name: string): boolean {
    return orAbsent(name, () => this.#isReal(name) && lstatSync(join(this.#base, name)).isFile()) === true;
  }

  names(name: string): boolean {
    return (
      orAbsent(name, () => this.#isReal(name) && lstatSync(join(this.#base, name)) !== undefined) === true
    );
  }

  open(name: string): number | undefined {
    if (!this.#isReal(name)) return undefined;
    const path = join(this.#base, name);
    const descriptor = openFile(path);
    if (descriptor === undefined) return undefined;
    const opened = fstatSync(descriptor, { bigint: true });
    const named = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    this.#real.delete(split(name).folder);
    if (opened.ino === named?.ino && opened.dev === named.dev && this.#isReal(name)) return descriptor;
    closeQuietly(descriptor);
    return undefined;
  }

  isSettled(name: string): boolean {
    return this.#isReal(name);
  }

  refresh(): void {
    this.#real.clear();
  }

  close(): void {}

  #isReal(name: string): boolean {
    const { folder } = split(name);
    const known = this.#real.get(folder);
    if (known !== undefined) return known;
    const path = join(this.#base, folder);
    const real = orAbsent(folder, () => realpathSync.native(path)) === path;
    this.#real.set(folder, real);
    return real;
  }
}

/** Returns the status of an open folder by its descriptor path. */
function statOf(location: string) {
  return fstatSync(Number(location.slice(location.lastIndexOf("/") + 1)), { bigint: true });
}

function split(name: string): { readonly folder: string; readonly entry: string } {
  const slash = name.lastIndexOf("/");
  return { folder: slash < 0 ? "" : name.slice(0, slash), entry: name.slice(slash + 1) };
}

function openFile(path: string): number | undefined {
  const descriptor = orAbsent(path, () =>
    lstatSync(path).isFile() ? openSync(path, FILE_FLAGS) : undefined,
  );
  if (descriptor === undefined || fstatSync(descriptor).isFile()) return descriptor;
  closeQuietly(descriptor);
  return undefined;
}

/**
 * Returns `undefined` for an absent entry. Throws any other error (no descriptors left, a disk failure),
 * which would otherwise drop results silently.
 */
function orAbsent<Found>(name: string, look: () => Found): Found | undefined {
  try {
    return look();
  } catch (error) {
    if (ABSENT.has(errnoOf(error) ?? "")) return undefined;
    throw fileError(error, name);
  }
}
