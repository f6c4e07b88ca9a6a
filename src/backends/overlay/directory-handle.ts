import type {
  DirectoryEntry,
  DirectoryHandle,
  FileStat,
  ReadHandle,
  RenameTarget,
  WriteHandle,
} from "../../contract/index.js";
import { changedSinceApproval, fileFailure, foreignDirectory } from "../failure/index.js";
import { createdMode, requireEntryName, requireRenamePossible } from "../memory/index.js";
import { OverlayReadHandle, OverlayWriteHandle } from "./file-handles.js";
import type { OverlayDirectory } from "./overlay-node.js";
import type { FoundEntry, OverlayTree } from "./overlay-tree.js";

const WINDOWS_SEPARATORS = /[/\\:]/;
const POSIX_SEPARATORS = /\//;

/** An open directory of an overlay. */
export class OverlayDirectoryHandle implements DirectoryHandle {
  readonly #generation: number;
  #open = true;

  /** @param baseDirectory - the underlying directory of the base, opened for this handle alone */
  constructor(
    private readonly tree: OverlayTree,
    private readonly directory: OverlayDirectory,
    readonly path: string,
    private readonly baseDirectory: DirectoryHandle | undefined,
  ) {
    this.#generation = tree.generation;
  }

  async stat(name: string): Promise<FileStat | undefined> {
    return (await this.#find(name))?.stat;
  }

  async list(): Promise<readonly DirectoryEntry[]> {
    const directory = this.#existing(this.path);
    const base = (await this.baseDirectory?.list()) ?? [];
    const shown = base.filter(({ name }) => this.tree.entryOf(directory, name)?.node.pinned !== true);
    const own = [...directory.entries.values()].flatMap(({ name, node }): readonly DirectoryEntry[] =>
      node.pinned && node.type !== "nothing" ? [{ name, type: node.type }] : [],
    );
    return [...shown, ...own];
  }

  async readLink(name: string): Promise<string> {
    const found = await this.#require(name);
    if (found.stat.type !== "symlink") throw fileFailure("not-a-symlink", this.#pathOf(name));
    return this.tree.targetOf(found);
  }

  async openFile(name: string): Promise<ReadHandle> {
    const path = this.#pathOf(name);
    const found = await this.#requireFile(name);
    const file = this.tree.fileOf(this.directory, found);
    // Retained from here on, so that it is not discarded while the base opens its file.
    file.retain();
    try {
      const baseHandle = await this.#openInBase(name, found, file.origin);
      const stat = baseHandle === undefined ? found.stat : file.describe(baseHandle.stat);
      if (stat.identity !== file.identity) {
        await baseHandle?.close();
        throw changedSinceApproval(path, "it is now another file");
      }
      return new OverlayReadHandle(this.tree, file, { stat, path, baseHandle });
    } finally {
      if (file.release()) this.tree.forget(file);
    }
  }

  createFile(name: string, options: { readonly mode: number }): Promise<WriteHandle> {
    return this.tree.turn(async () => {
      const path = this.#pathOf(name);
      if ((await this.#find(name)) !== undefined) throw fileFailure("exists", path);
      const file = this.tree.make.file(createdMode(options.mode));
      this.tree.put(this.#existing(path), name, file);
      return new OverlayWriteHandle(this.tree, file, path);
    });
  }

  openForWriting(name: string): Promise<WriteHandle> {
    return this.tree.turn(async () => {
      const found = await this.#requireFile(name);
      return new OverlayWriteHandle(this.tree, this.tree.fileOf(this.directory, found), this.#pathOf(name));
    });
  }

  makeSymlink(name: string, target: string): Promise<void> {
    return this.tree.turn(async () => {
      const path = this.#pathOf(name);
      if ((await this.#find(name)) !== undefined) throw fileFailure("exists", path);
      this.tree.put(this.#existing(path), name, this.tree.make.symlink(target));
    });
  }

  makeDirectory(name: string, options: { readonly mode?: number } = {}): Promise<void> {
    return this.tree.turn(async () => {
      const path = this.#pathOf(name);
      const found = await this.#find(name);
      if (found?.stat.type === "directory") return;
      if (found !== undefined) throw fileFailure("exists", path);
      this.tree.put(this.#existing(path), name, this.tree.make.directory(options.mode));
    });
  }

  async openDirectory(name: string): Promise<DirectoryHandle> {
    const path = this.#pathOf(name);
    const found = await this.#require(name);
    if (found.stat.type === "symlink") throw changedSinceApproval(path, "it is now a symbolic link");
    if (found.stat.type !== "directory") throw fileFailure("not-a-directory", path);
    const directory = this.tree.directoryOf(this.directory, found);
    const base =
      found.from === "base" && this.baseDirectory !== undefined
        ? await this.baseDirectory.openDirectory(name)
        : await this.tree.openBase(directory);
    return new OverlayDirectoryHandle(this.tree, directory, path, base);
  }

  rename(name: string, target: RenameTarget): Promise<void> {
    const destination = target.directory ?? this;
    if (!(destination instanceof OverlayDirectoryHandle) || destination.tree !== this.tree) {
      return Promise.reject(foreignDirectory(destination.path));
    }
    return this.tree.turn(() => this.#rename(name, destination, target.name, target.whenTaken));
  }

  async #rename(
    name: string,
    destination: OverlayDirectoryHandle,
    newName: string,
    whenTaken: "replace" | "refuse" = "replace",
  ): Promise<void> {
    const targetPath = destination.#pathOf(newName);
    const source = await this.#require(name);
    const isSameEntry = destination.directory === this.directory && this.tree.isSameName(name, newName);
    // On a case-insensitive volume `a` may be renamed to `A`: then no other entry has the new name.
    const isRespelling = isSameEntry && name !== newName;
    const replaced = isRespelling ? undefined : await destination.#find(newName);
    if (replaced !== undefined && whenTaken === "refuse") throw fileFailure("exists", targetPath);
    if (isSameEntry && !isRespelling) return;
    if (replaced?.stat.type === "file" && replaced.stat.identity === source.stat.identity) return;
    const node = await this.tree.nodeOf(this.directory, source);
    const replacedNode =
      replaced?.stat.type === "directory"
        ? this.tree.directoryOf(destination.directory, replaced)
        : undefined;
    const directory = destination.#existing(targetPath);
    requireRenamePossible({
      sourceIsDirectory: node.type === "directory",
      target: replaced === undefined ? "nothing" : await destination.#occupancy(newName, replaced),
      targetPath,
      targetIsInsideSource: node.type === "directory" && directory.isInside(node),
      sourceIsInsideTarget: replacedNode !== undefined && this.directory.isInside(replacedNode),
    });
    const isInBase = await this.tree.isInBase(this.directory, name);
    this.tree.takeAway(this.directory, name, { isInBase, node: "keep" });
    this.tree.put(directory, newName, node);
  }

  removeFile(name: string): Promise<void> {
    return this.tree.turn(async () => {
      const found = await this.#require(name);
      if (found.stat.type === "directory") throw fileFailure("is-a-directory", this.#pathOf(name));
      const isInBase = await this.tree.isInBase(this.directory, name);
      this.tree.takeAway(this.directory, name, { isInBase });
    });
  }

  removeDirectory(name: string): Promise<void> {
    return this.tree.turn(async () => {
      const path = this.#pathOf(name);
      const found = await this.#require(name);
      if (found.stat.type !== "directory") throw fileFailure("not-a-directory", path);
      if ((await this.#occupancy(name, found)) === "full-directory") throw fileFailure("not-empty", path);
      const isInBase = await this.tree.isInBase(this.directory, name);
      this.tree.takeAway(this.directory, name, { isInBase });
    });
  }

  async sync(): Promise<void> {
    this.#opened();
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await this.baseDirectory?.close();
  }

  async #openInBase(
    name: string,
    found: FoundEntry,
    origin: string | undefined,
  ): Promise<ReadHandle | undefined> {
    if (found.from === "base" && this.baseDirectory !== undefined) return this.baseDirectory.openFile(name);
    if (found.from === "overlay" && found.node.type === "file" && found.node.stored !== undefined)
      return undefined;
    return origin === undefined ? undefined : this.tree.base.openFile(origin);
  }

  async #occupancy(name: string, found: FoundEntry) {
    if (found.stat.type !== "directory") return "no-directory";
    const directory = this.tree.directoryOf(this.directory, found);
    const base = await this.tree.openBase(directory);
    const handle = new OverlayDirectoryHandle(this.tree, directory, this.#pathOf(name), base);
    try {
      return (await handle.list()).length > 0 ? "full-directory" : "empty-directory";
    } finally {
      await handle.close();
    }
  }

  async #requireFile(name: string): Promise<FoundEntry> {
    const path = this.#pathOf(name);
    const found = await this.#require(name);
    switch (found.stat.type) {
      case "file":
        return found;
      case "directory":
        throw fileFailure("is-a-directory", path);
      case "symlink":
        throw changedSinceApproval(path, "it is now a symbolic link");
      case "other":
        throw fileFailure("special-file", path);
    }
  }

  async #require(name: string): Promise<FoundEntry> {
    const found = await this.#find(name);
    if (found === undefined) throw fileFailure("missing", this.#pathOf(name));
    return found;
  }

  async #find(name: string): Promise<FoundEntry | undefined> {
    const { path } = this.tree.base.files;
    requireEntryName(name, path.sep === "\\" ? WINDOWS_SEPARATORS : POSIX_SEPARATORS);
    const directory = this.#opened();
    return directory.removed ? undefined : this.tree.find(directory, name, this.baseDirectory);
  }

  /** Returns the directory unless it was removed since it was opened: then it cannot contain anything. */
  #existing(path: string): OverlayDirectory {
    const directory = this.#opened();
    if (directory.removed) throw fileFailure("missing", path);
    return directory;
  }

  #opened(): OverlayDirectory {
    if (!this.#open) throw fileFailure("closed", this.path);
    this.tree.requireGeneration(this.#generation, this.path);
    return this.directory;
  }

  #pathOf(name: string): string {
    return this.tree.base.files.path.join(this.path, name);
  }
}
