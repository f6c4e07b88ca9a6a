import type { FileStat } from "../../contract/index.js";
import type { FileContent } from "./file-content.js";

/** Default mode of a directory, as on most machines. */
export const DIRECTORY_MODE = 0o755;

/** Default mode of an initial file. */
export const FILE_MODE = 0o644;

const SYMLINK_MODE = 0o777;

/** Permission bits removed from every created file: the usual umask. */
const CREATION_MASK = 0o022;

/** Returns the mode of a file that was created with a mode. */
export function createdMode(mode: number): number {
  return mode & PERMISSION_BITS & ~CREATION_MASK;
}

/** Permission bits of a mode. */
export const PERMISSION_BITS = 0o7777;

/** Owner of a file, in the numbers of its original machine. */
export type FileOwner = NonNullable<FileStat["owner"]>;

/** A file in memory: exists as long as a directory has a name for it or a handle is open. */
export class MemoryFile {
  readonly type = "file";
  readonly #content: FileContent;
  #mode: number;
  #handles = 0;
  owner: FileOwner | undefined;
  modifiedAtMs: number;
  /** 1 while a directory has a name for the file. */
  links = 1;

  constructor(
    readonly identity: string,
    content: FileContent,
    facts: { readonly mode: number; readonly modifiedAtMs: number; readonly owner?: FileOwner | undefined },
  ) {
    this.#content = content;
    this.#mode = facts.mode & PERMISSION_BITS;
    this.modifiedAtMs = facts.modifiedAtMs;
    this.owner = facts.owner;
  }

  get content(): FileContent {
    return this.#content;
  }

  get mode(): number {
    return this.#mode;
  }

  set mode(mode: number) {
    this.#mode = mode & PERMISSION_BITS;
  }

  stat(): FileStat {
    return {
      type: "file",
      size: this.#content.size,
      modifiedAtMs: this.modifiedAtMs,
      mode: this.#mode,
      identity: this.identity,
      links: this.links,
      ...(this.owner === undefined ? {} : { owner: this.owner }),
    };
  }

  retain(): void {
    this.#handles += 1;
  }

  release(): void {
    this.#handles -= 1;
    this.#freeIfUnused();
  }

  /** Records the removal of the last name. */
  unlink(): void {
    this.links = 0;
    this.#freeIfUnused();
  }

  #freeIfUnused(): void {
    if (this.links === 0 && this.#handles === 0) this.#content.truncate(0);
  }
}

/** A symbolic link in memory. */
export class MemorySymlink {
  readonly type = "symlink";

  constructor(
    readonly identity: string,
    readonly target: string,
    readonly modifiedAtMs: number,
  ) {}

  stat(): FileStat {
    return {
      type: "symlink",
      size: new TextEncoder().encode(this.target).byteLength,
      modifiedAtMs: this.modifiedAtMs,
      mode: SYMLINK_MODE,
      identity: this.identity,
      links: 1,
    };
  }
}

/** One name in a directory in memory, in its original spelling. */
export interface MemoryEntry {
  readonly name: string;
  readonly node: MemoryNode;
}

/** A directory in memory. */
export class MemoryDirectory {
  readonly type = "directory";
  /** Entries by name key. */
  readonly entries = new Map<string, MemoryEntry>();
  /** Parent directory; the directory itself for the root. */
  parent: MemoryDirectory = this;
  /** Set on removal, because a handle may outlive the directory. */
  removed = false;

  constructor(
    readonly identity: string,
    readonly mode: number,
    public modifiedAtMs: number,
  ) {}

  stat(): FileStat {
    return {
      type: "directory",
      size: 0,
      modifiedAtMs: this.modifiedAtMs,
      mode: this.mode,
      identity: this.identity,
      links: 1,
    };
  }

  isInside(ancestor: MemoryDirectory): boolean {
    for (let directory: MemoryDirectory = this; ; directory = directory.parent) {
      if (directory === ancestor) return true;
      if (directory.parent === directory) return false;
    }
  }
}

/** An entry of a directory in memory. */
export type MemoryNode = MemoryFile | MemorySymlink | MemoryDirectory;
