import type {
  DirectoryEntry,
  DirectoryHandle,
  FileStat,
  ReadHandle,
  RenameTarget,
  WriteHandle,
} from "../../contract/index.js";
import { changedSinceApproval, fileFailure, foreignDirectory } from "../failure/index.js";
import { requireEntryName } from "./entry-name.js";
import { MemoryReadHandle, MemoryWriteHandle } from "./file-handles.js";
import {
  createdMode,
  type MemoryDirectory,
  type MemoryEntry,
  type MemoryFile,
  type MemoryNode,
} from "./memory-node.js";
import type { MemoryTree } from "./memory-tree.js";
import { posixPath } from "./posix-path.js";
import { requireRenamePossible } from "./rename-rules.js";

/**
 * An open directory of a memory backend. Each operation is one synchronous step, so none observes a partial
 * state.
 */
export class MemoryDirectoryHandle implements DirectoryHandle {
  #open = true;

  constructor(
    private readonly tree: MemoryTree,
    private readonly directory: MemoryDirectory,
    readonly path: string,
  ) {}

  async stat(name: string): Promise<FileStat | undefined> {
    return this.#entry(name)?.node.stat();
  }

  async list(): Promise<readonly DirectoryEntry[]> {
    const { entries } = this.#existing(this.path);
    return [...entries.values()].map(({ name, node }) => ({ name, type: node.type }));
  }

  async readLink(name: string): Promise<string> {
    const { node } = this.#require(name);
    if (node.type !== "symlink") throw fileFailure("not-a-symlink", this.#pathOf(name));
    return node.target;
  }

  async openFile(name: string): Promise<ReadHandle> {
    return new MemoryReadHandle(this.#requireFile(name), this.#pathOf(name));
  }

  async createFile(name: string, options: { readonly mode: number }): Promise<WriteHandle> {
    const path = this.#pathOf(name);
    if (this.#entry(name) !== undefined) throw fileFailure("exists", path);
    const file = this.tree.newFile(createdMode(options.mode));
    this.tree.attach(this.#existing(path), { name, node: file });
    return this.#writeHandle(file, path);
  }

  async openForWriting(name: string): Promise<WriteHandle> {
    return this.#writeHandle(this.#requireFile(name), this.#pathOf(name));
  }

  async makeSymlink(name: string, target: string): Promise<void> {
    const path = this.#pathOf(name);
    if (this.#entry(name) !== undefined) throw fileFailure("exists", path);
    this.tree.attach(this.#existing(path), { name, node: this.tree.newSymlink(target) });
  }

  async makeDirectory(name: string, options: { readonly mode?: number } = {}): Promise<void> {
    const path = this.#pathOf(name);
    const existing = this.#entry(name);
    if (existing?.node.type === "directory") return;
    if (existing !== undefined) throw fileFailure("exists", path);
    this.tree.attach(this.#existing(path), { name, node: this.tree.newDirectory(options.mode) });
  }

  async openDirectory(name: string): Promise<DirectoryHandle> {
    const path = this.#pathOf(name);
    const { node } = this.#require(name);
    if (node.type === "symlink") throw changedSinceApproval(path, "it is now a symbolic link");
    if (node.type !== "directory") throw fileFailure("not-a-directory", path);
    return new MemoryDirectoryHandle(this.tree, node, path);
  }

  async rename(name: string, target: RenameTarget): Promise<void> {
    const destination = target.directory ?? this;
    if (!(destination instanceof MemoryDirectoryHandle) || destination.tree !== this.tree) {
      throw foreignDirectory(destination.path);
    }
    const targetPath = destination.#pathOf(target.name);
    const { node } = this.#require(name);
    const named = destination.#entry(target.name);
    if (named !== undefined && target.whenTaken === "refuse" && !isRespelling(named, node, target.name)) {
      throw fileFailure("exists", targetPath);
    }
    if (named?.node === node && named.name === target.name) return;
    const existing = named?.node === node ? undefined : named;
    const directory = destination.#existing(targetPath);
    requireRenamePossible({
      sourceIsDirectory: node.type === "directory",
      target: occupancyOf(existing),
      targetPath,
      targetIsInsideSource: node.type === "directory" && directory.isInside(node),
      sourceIsInsideTarget:
        existing?.node.type === "directory" &&
        existing.node !== node &&
        this.directory.isInside(existing.node),
    });
    // Detached but not discarded: on a case-insensitive volume `a` may be renamed to `A`.
    this.tree.detach(this.directory, name, "keep");
    this.tree.attach(directory, { name: target.name, node });
  }

  async removeFile(name: string): Promise<void> {
    const { node } = this.#require(name);
    if (node.type === "directory") throw fileFailure("is-a-directory", this.#pathOf(name));
    this.tree.detach(this.directory, name);
  }

  async removeDirectory(name: string): Promise<void> {
    const { node } = this.#require(name);
    if (node.type !== "directory") throw fileFailure("not-a-directory", this.#pathOf(name));
    if (node.entries.size > 0) throw fileFailure("not-empty", this.#pathOf(name));
    this.tree.detach(this.directory, name);
  }

  async sync(): Promise<void> {
    this.#opened();
  }

  async close(): Promise<void> {
    this.#open = false;
  }

  #writeHandle(file: MemoryFile, path: string): WriteHandle {
    return new MemoryWriteHandle(file, path, () => this.tree.now());
  }

  #requireFile(name: string): MemoryFile {
    const { node } = this.#require(name);
    if (node.type === "file") return node;
    const path = this.#pathOf(name);
    throw node.type === "directory"
      ? fileFailure("is-a-directory", path)
      : changedSinceApproval(path, "it is now a symbolic link");
  }

  #require(name: string): MemoryEntry {
    const entry = this.#entry(name);
    if (entry === undefined) throw fileFailure("missing", this.#pathOf(name));
    return entry;
  }

  #entry(name: string): MemoryEntry | undefined {
    requireEntryName(name);
    return this.tree.entryOf(this.#opened(), name);
  }

  /** Returns the directory unless it was removed since it was opened: then it cannot contain anything. */
  #existing(path: string): MemoryDirectory {
    const directory = this.#opened();
    if (directory.removed) throw fileFailure("missing", path);
    return directory;
  }

  #opened(): MemoryDirectory {
    if (!this.#open) throw fileFailure("closed", this.path);
    return this.directory;
  }

  #pathOf(name: string): string {
    return posixPath.join(this.path, name);
  }
}

/**
 * Returns whether a rename only changes the case of a name: on a case-insensitive volume `a` may be renamed
 * to `A`.
 */
function isRespelling(named: MemoryEntry, node: MemoryNode, newName: string): boolean {
  return named.node === node && named.name !== newName;
}

function occupancyOf(entry: MemoryEntry | undefined) {
  if (entry === undefined) return "nothing";
  if (entry.node.type !== "directory") return "no-directory";
  return entry.node.entries.size > 0 ? "full-directory" : "empty-directory";
}
