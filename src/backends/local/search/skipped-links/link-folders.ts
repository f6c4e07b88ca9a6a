import { type BigIntStats, fstatSync } from "node:fs";
import type { DirectoryEntry, DirectoryHandle, FileSystem } from "../../../../contract/index.js";
import type { DirectoryAnchor } from "../../directory-anchor.js";
import { LocalDirectory } from "../../directory-handle.js";
import { certainlyBeforeNs, isStampedHere, RememberedEntries } from "../../listings/index.js";
import { lstat } from "../../system-calls.js";

/**
 * The entries of the folders that were examined for links. An agent searches the same tree again and again, and a folder with the
 * same change time has the same entries: one system call replaces the listing.
 */
const remembered = new RememberedEntries();

/**
 * Returns the file system for an examination of links: its folders list only the entries that matter to it, without the files
 * whose name does not begin with a dot (ignore files do), and remember them while the folder is unchanged.
 */
export function linkFolders(files: FileSystem): FileSystem {
  return {
    ...files,
    openDirectory: async (path, options) => asLinkFolder(await files.openDirectory(path, options)),
  };
}

/** The volume of an examination, if its change times can be compared with the clock. */
interface Volume {
  readonly device: bigint | undefined;
}

function asLinkFolder(opened: DirectoryHandle, volume?: Volume): DirectoryHandle {
  const isTied = opened instanceof LocalDirectory && opened.anchor.kind === "descriptor";
  return isTied ? new LinkFolder(opened, volume) : opened;
}

/** A folder on Linux, tied to an open descriptor. */
class LinkFolder extends LocalDirectory {
  #volume: Volume | undefined;

  constructor({ path, anchor }: LocalDirectory, volume: Volume | undefined) {
    super(path, anchor);
    this.#volume = volume;
  }

  override async list(): Promise<readonly DirectoryEntry[]> {
    const location = await this.anchor.self();
    this.#volume ??= { device: isStampedHere(location) ? statOf(location).dev : undefined };
    if (this.#volume.device === undefined) return this.#examined();
    const stat = statOf(location);
    const known = this.#entriesOf(stat);
    if (known !== undefined) return known;
    // A folder that is still being changed may change again without another change time.
    const isSettled = stat.ctimeNs < certainlyBeforeNs();
    const entries = await this.#examined();
    if (isSettled) remembered.set(identityOf(stat), `${stat.ctimeNs}`, entries);
    return entries;
  }

  override async openDirectory(name: string): Promise<DirectoryHandle> {
    if (this.#volume?.device !== undefined) {
      const stat = await lstat(await this.anchor.locate(name)).catch(() => undefined);
      // Most folders contain neither links nor folders: they need not be opened.
      if (stat !== undefined && this.#entriesOf(stat)?.length === 0)
        return new EmptyFolder(`${this.path}/${name}`, CLOSED);
    }
    return asLinkFolder(await super.openDirectory(name), this.#volume);
  }

  /** Returns the remembered entries of a folder of the same volume: another volume, mounted below, may stamp changes otherwise. */
  #entriesOf(stat: BigIntStats): readonly DirectoryEntry[] | undefined {
    return stat.dev === this.#volume?.device
      ? remembered.get(identityOf(stat), `${stat.ctimeNs}`)
      : undefined;
  }

  async #examined(): Promise<readonly DirectoryEntry[]> {
    return (await super.list()).filter(matters);
  }
}

/** A folder that is known to contain nothing that matters. */
class EmptyFolder extends LocalDirectory {
  override async list(): Promise<readonly DirectoryEntry[]> {
    return [];
  }
}

const CLOSED: DirectoryAnchor = {
  kind: "descriptor",
  self: closed,
  locate: closed,
  close() {},
};

function closed(): never {
  throw new Error("The folder was not opened, because it contains nothing to examine.");
}

function matters({ name, type }: DirectoryEntry): boolean {
  return type === "directory" || type === "symlink" || name.startsWith(".");
}

function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

function statOf(location: string) {
  return fstatSync(Number(location.slice(location.lastIndexOf("/") + 1)), { bigint: true });
}
