import type { FileStat } from "../../contract/index.js";
import { fileFailure } from "../failure/index.js";
import { nameKey, requireEntryName } from "./entry-name.js";
import { FileContent } from "./file-content.js";
import { type FollowedPath, followPath, type PathTree } from "./follow-path.js";
import {
  DIRECTORY_MODE,
  FILE_MODE,
  MemoryDirectory,
  type MemoryEntry,
  MemoryFile,
  MemorySymlink,
  PERMISSION_BITS,
} from "./memory-node.js";
import { posixPath } from "./posix-path.js";
import type { StorageSpace } from "./storage-space.js";

/** An initial file with its metadata. */
export interface InitialFile {
  readonly content: string | Uint8Array;
  /** Permission bits; default `0o644`. */
  readonly mode?: number;
  /** Milliseconds since the epoch; default: the backend's `now`. */
  readonly modifiedAtMs?: number;
}

/** An initial directory; the parents of an entry need no separate entries. */
export interface InitialDirectory {
  readonly directory: true;
  /** Permission bits; default `0o755`. */
  readonly mode?: number;
}

/** An initial symbolic link. */
export interface InitialSymlink {
  /** Target, absolute or relative to the folder of the link; need not exist. */
  readonly symlinkTo: string;
}

/** Content of a path in a new memory backend; a string or bytes stand for a file. */
export type InitialEntry = string | Uint8Array | InitialFile | InitialDirectory | InitialSymlink;

/** Options of a tree in memory. */
export interface MemoryTreeOptions {
  readonly caseSensitive: boolean;
  readonly space: StorageSpace;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The directories, files and links of a memory backend. */
export class MemoryTree {
  readonly root: MemoryDirectory;
  readonly #options: MemoryTreeOptions;
  readonly #walk: PathTree<MemoryDirectory, MemoryFile>;
  #nodes = 0;

  constructor(options: MemoryTreeOptions) {
    this.#options = options;
    this.root = this.newDirectory();
    this.#walk = {
      path: posixPath,
      root: () => this.root,
      step: (directory, name) => {
        const entry = this.entryOf(directory, name);
        if (entry === undefined) return undefined;
        const { node } = entry;
        if (node.type === "symlink") return { type: "symlink", name: entry.name, target: node.target };
        if (node.type === "directory") return { type: "directory", name: entry.name, directory: node };
        return { type: "leaf", name: entry.name, leaf: node };
      },
    };
  }

  now(): number {
    return this.#options.now();
  }

  /** Follows a path as the kernel would. */
  follow(path: string): Promise<FollowedPath<MemoryDirectory, MemoryFile>> {
    return followPath(this.#walk, path);
  }

  entryOf(directory: MemoryDirectory, name: string): MemoryEntry | undefined {
    return directory.entries.get(this.#key(name));
  }

  /** Adds a name for a node, and replaces any existing entry. */
  attach(directory: MemoryDirectory, entry: MemoryEntry): void {
    this.detach(directory, entry.name);
    directory.entries.set(this.#key(entry.name), entry);
    directory.modifiedAtMs = this.now();
    if (entry.node.type === "directory") entry.node.parent = directory;
  }

  /** Removes a name, and the node with its last name; with `keep` the node is about to get another name. */
  detach(directory: MemoryDirectory, name: string, after: "keep" | "forget" = "forget"): void {
    const entry = this.entryOf(directory, name);
    if (entry === undefined) return;
    directory.entries.delete(this.#key(name));
    directory.modifiedAtMs = this.now();
    if (after === "keep") return;
    if (entry.node.type === "file") entry.node.unlink();
    if (entry.node.type === "directory") entry.node.removed = true;
  }

  newDirectory(mode: number = DIRECTORY_MODE): MemoryDirectory {
    return new MemoryDirectory(this.#newIdentity(), mode & PERMISSION_BITS, this.now());
  }

  newFile(mode: number, modifiedAtMs: number = this.now()): MemoryFile {
    return new MemoryFile(this.#newIdentity(), new FileContent(this.#options.space), { mode, modifiedAtMs });
  }

  newSymlink(target: string): MemorySymlink {
    return new MemorySymlink(this.#newIdentity(), target, this.now());
  }

  /**
   * Adds an entry at an absolute path, with its parent directories. Only for a tree that is not in use yet.
   */
  seed(path: string, entry: InitialEntry): void {
    if (!posixPath.isAbsolute(path)) {
      throw new TypeError(`The path of a file in memory must be absolute, not ${JSON.stringify(path)}.`);
    }
    const names = posixPath
      .normalize(path)
      .split("/")
      .filter((name) => name !== "");
    const name = names.pop();
    if (name === undefined) {
      if (typeof entry === "object" && "directory" in entry) return;
      throw new TypeError("The path '/' is the root directory and cannot be a file.");
    }
    let directory = this.root;
    for (const folder of names) directory = this.#seedDirectory(directory, folder, path);
    requireEntryName(name);
    const taken = this.entryOf(directory, name);
    if (typeof entry === "object" && "directory" in entry && taken?.node.type === "directory") return;
    if (taken !== undefined) throw fileFailure("exists", path);
    this.attach(directory, { name, node: this.#initialNode(entry, path) });
  }

  /** Returns the content of every file by path, ordered by path. */
  snapshot(): Record<string, Uint8Array> {
    const files: [string, Uint8Array][] = [];
    const collect = (directory: MemoryDirectory, path: string) => {
      for (const { name, node } of directory.entries.values()) {
        if (node.type === "file") files.push([posixPath.join(path, name), node.content.toBytes()]);
        else if (node.type === "directory") collect(node, posixPath.join(path, name));
      }
    };
    collect(this.root, "/");
    return Object.fromEntries(files.sort(([left], [right]) => (left < right ? -1 : 1)));
  }

  #seedDirectory(parent: MemoryDirectory, name: string, path: string): MemoryDirectory {
    requireEntryName(name);
    const existing = this.entryOf(parent, name)?.node;
    if (existing?.type === "directory") return existing;
    if (existing !== undefined) throw fileFailure("below-a-file", path);
    const directory = this.newDirectory();
    this.attach(parent, { name, node: directory });
    return directory;
  }

  #initialNode(entry: InitialEntry, path: string): MemoryFile | MemorySymlink | MemoryDirectory {
    if (typeof entry === "string" || entry instanceof Uint8Array)
      return this.#initialNode({ content: entry }, path);
    if ("symlinkTo" in entry) return this.newSymlink(entry.symlinkTo);
    if ("directory" in entry) return this.newDirectory(entry.mode);
    const file = this.newFile(entry.mode ?? FILE_MODE, entry.modifiedAtMs);
    const bytes = typeof entry.content === "string" ? new TextEncoder().encode(entry.content) : entry.content;
    if (!file.content.write(bytes, 0)) throw fileFailure("memory-full", path);
    return file;
  }

  #key(name: string): string {
    return nameKey(name, this.#options);
  }

  #newIdentity(): string {
    this.#nodes += 1;
    return `memory:${this.#nodes}`;
  }
}

/** Returns the status of a followed path. */
export function statOf(found: FollowedPath<MemoryDirectory, MemoryFile>): FileStat | undefined {
  if (found.type === "missing") return undefined;
  return found.type === "directory" ? found.directory.stat() : found.leaf.stat();
}
