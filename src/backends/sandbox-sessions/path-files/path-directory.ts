import type {
  DirectoryEntry,
  DirectoryHandle,
  FileStat,
  ReadHandle,
  RenameTarget,
  WriteHandle,
} from "../../../contract/index.js";
import {
  changedSinceApproval,
  type FailureReason,
  fileFailure,
  foreignDirectory,
} from "../../failure/index.js";
import { createdMode, posixPath, requireEntryName, requireRenamePossible } from "../../memory/index.js";
import { PathReadHandle, PathWriteHandle } from "./path-handles.js";
import { isMissing, type PathTree } from "./path-tree.js";

/** A directory of a session. Each operation checks first that the path still leads to it. */
export class PathDirectory implements DirectoryHandle {
  constructor(
    private readonly tree: PathTree,
    readonly path: string,
    private readonly identity: string,
  ) {}

  stat(name: string): Promise<FileStat | undefined> {
    return this.#at(name, (path) => this.tree.stat(path)).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
  }

  list(): Promise<readonly DirectoryEntry[]> {
    return this.#inside(() => this.tree.access.list(this.path));
  }

  readLink(name: string): Promise<string> {
    return this.#at(name, async (path) => {
      const { type } = await this.#require(path);
      if (type !== "symlink") throw fileFailure("not-a-symlink", path);
      return this.tree.access.readLink(path);
    });
  }

  makeSymlink(name: string, target: string): Promise<void> {
    return this.#at(name, async (path) => {
      await this.#requireFree(path);
      await this.tree.access.makeSymlink(path, target);
    });
  }

  openFile(name: string): Promise<ReadHandle> {
    return this.#at(name, async (path) => {
      const stat = await this.#requireFile(path);
      const content = await this.tree.access.read(path);
      const after = await this.tree.stat(path);
      if (after?.identity !== stat.identity) throw changedSinceApproval(path, "another file took its name");
      return new PathReadHandle(path, { ...after, size: content.byteLength }, content);
    });
  }

  createFile(name: string, { mode }: { readonly mode: number }): Promise<WriteHandle> {
    return this.#at(name, async (path) => {
      await this.#requireFree(path);
      await this.tree.access.write(path, new Uint8Array(0));
      await this.tree.access.setMode(path, createdMode(mode));
      return new PathWriteHandle(this.tree, path, await this.#require(path), { isNew: true });
    });
  }

  openForWriting(name: string): Promise<WriteHandle> {
    return this.#at(
      name,
      async (path) => new PathWriteHandle(this.tree, path, await this.#requireFile(path), { isNew: false }),
    );
  }

  makeDirectory(name: string, { mode }: { readonly mode?: number } = {}): Promise<void> {
    return this.#at(name, async (path) => {
      const stat = await this.tree.stat(path);
      if (stat?.type === "directory") return;
      if (stat !== undefined) throw fileFailure("exists", path);
      await this.tree.access.makeDirectory(path);
      if (mode !== undefined) await this.tree.access.setMode(path, mode);
    });
  }

  openDirectory(name: string): Promise<DirectoryHandle> {
    return this.#at(name, async (path) => {
      const stat = await this.#require(path);
      if (stat.type === "symlink") throw changedSinceApproval(path, "it is now a symbolic link");
      if (stat.type !== "directory") throw fileFailure("not-a-directory", path);
      return new PathDirectory(this.tree, path, stat.identity);
    });
  }

  async rename(name: string, { directory = this, name: to, whenTaken }: RenameTarget): Promise<void> {
    requireEntryName(to);
    if (!(directory instanceof PathDirectory) || directory.tree !== this.tree)
      throw foreignDirectory(directory.path);
    const target = posixPath.join(directory.path, to);
    await this.#at(name, async (path) => {
      await this.#requireTarget(directory, target);
      const source = await this.#require(path);
      const taken = await this.tree.stat(target);
      if (taken !== undefined && whenTaken === "refuse") throw fileFailure("exists", target);
      if (path === target) return;
      const isFull = taken?.type === "directory" && (await this.tree.access.list(target)).length > 0;
      requireRenamePossible({
        sourceIsDirectory: source.type === "directory",
        target: occupancyOf(taken, { isFull }),
        targetPath: target,
        targetIsInsideSource: isInside(directory.path, path),
        sourceIsInsideTarget: taken?.type === "directory" && isInside(this.path, target),
      });
      if (taken?.type === "directory") await this.tree.access.removeDirectory(target);
      // The programs of some sessions follow a symlink of the new name.
      else if (taken?.type === "symlink") await this.tree.access.removeFile(target);
      await this.tree.access.rename(path, target);
      this.tree.identities.moved(path, target);
      await this.tree.changed(target);
    });
  }

  removeFile(name: string): Promise<void> {
    return this.#at(name, async (path) => {
      const { type } = await this.#require(path);
      if (type === "directory") throw fileFailure("is-a-directory", path);
      await this.tree.access.removeFile(path);
      this.tree.identities.removed(path);
    });
  }

  removeDirectory(name: string): Promise<void> {
    return this.#at(name, async (path) => {
      const { type } = await this.#require(path);
      if (type !== "directory") throw fileFailure("not-a-directory", path);
      if ((await this.tree.access.list(path)).length > 0) throw fileFailure("not-empty", path);
      await this.tree.access.removeDirectory(path);
      this.tree.identities.removed(path);
    });
  }

  /** Does nothing: a session cannot sync a directory. */
  async sync(): Promise<void> {}

  async close(): Promise<void> {}

  /** Runs an operation on an entry after the check of this directory. */
  async #at<Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result> {
    requireEntryName(name);
    const path = posixPath.join(this.path, name);
    return this.#inside(() => work(path), path);
  }

  #inside<Result>(work: () => Promise<Result>, path = this.path): Promise<Result> {
    return this.tree.inTurn(async () => {
      await this.tree.requireDirectory(this.path, this.identity).catch((error: unknown) => {
        throw isMissing(error) ? fileFailure("missing", path) : error;
      });
      return work();
    });
  }

  async #requireTarget(directory: PathDirectory, target: string): Promise<void> {
    if (directory === this) return;
    await this.tree.requireDirectory(directory.path, directory.identity).catch((error: unknown) => {
      throw isMissing(error) ? fileFailure("missing", target) : error;
    });
  }

  async #require(path: string): Promise<FileStat> {
    const stat = await this.tree.stat(path);
    if (stat === undefined) throw fileFailure("missing", path);
    return stat;
  }

  async #requireFree(path: string): Promise<void> {
    if ((await this.tree.stat(path)) !== undefined) throw fileFailure("exists", path);
  }

  async #requireFile(path: string): Promise<FileStat> {
    const stat = await this.#require(path);
    if (stat.type === "file") return stat;
    if (stat.type === "symlink") throw changedSinceApproval(path, "it is now a symbolic link");
    const reason: FailureReason = stat.type === "directory" ? "is-a-directory" : "special-file";
    throw fileFailure(reason, path);
  }
}

function occupancyOf(taken: FileStat | undefined, { isFull }: { readonly isFull: boolean }) {
  if (taken === undefined) return "nothing";
  if (taken.type !== "directory") return "no-directory";
  return isFull ? "full-directory" : "empty-directory";
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
