import type { FileStat } from "../../contract/index.js";
import type { FileContent } from "./file-content.js";

/** Mode of a directory: as a new one gets it on most machines. */
export const DIRECTORY_MODE = 0o755;

/** Mode of a file that was given without one. */
export const FILE_MODE = 0o644;

const SYMLINK_MODE = 0o777;

/** Permissions that a file does not get by being created, whatever mode was asked for: the usual umask. */
const CREATION_MASK = 0o022;

/** The mode a file has after it was created with a mode. */
export function createdMode(mode: number): number {
  return mode & PERMISSION_BITS & ~CREATION_MASK;
}

/** The bits of a mode that say who may do what. */
export const PERMISSION_BITS = 0o7777;

/** Who owns a file, in the numbers of the machine it may come from. */
export type FileOwner = NonNullable<FileStat["owner"]>;

/** A file in memory: lives as long as a directory has a name for it or a handle has it open. */
export class MemoryFile {
  readonly type = "file";
  readonly #content: FileContent;
  #mode: number;
  #handles = 0;
  owner: FileOwner | undefined;
  modifiedAtMs: number;
  /** 1 while a directory has a name for it. */
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

  /** The last name is gone. */
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

/** One name in a directory in memory, spelled as it was created. */
export interface MemoryEntry {
  readonly name: string;
  readonly node: MemoryNode;
}

/** A directory in memory. */
export class MemoryDirectory {
  readonly type = "directory";
  /** By name key. */
  readonly entries = new Map<string, MemoryEntry>();
  /** Where it hangs; itself for the root. */
  parent: MemoryDirectory = this;
  /** A handle may outlive the directory. */
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

/** What a name in a directory in memory stands for. */
export type MemoryNode = MemoryFile | MemorySymlink | MemoryDirectory;
