import {
  type DirectoryEntry,
  type DirectoryHandle,
  type FileStat,
  type FileSystem,
  type ReadHandle,
  ToolError,
} from "../../contract/index.js";
import { readToEnd } from "../memory/index.js";

/**
 * A read-only view of the base by real paths. It has no method, and calls none, that could change anything.
 */
export class BaseView {
  constructor(readonly files: FileSystem) {}

  /** Returns the status of a real path, without following a final symlink; `undefined` if it is gone. */
  async stat(path: string): Promise<FileStat | undefined> {
    const { dirname, basename } = this.files.path;
    if (dirname(path) === path) return (await this.files.resolve(path)).stat;
    const directory = await this.openDirectory(dirname(path));
    if (directory === undefined) return undefined;
    try {
      return await directory.stat(basename(path));
    } finally {
      await directory.close();
    }
  }

  async list(path: string): Promise<readonly DirectoryEntry[]> {
    const directory = await this.openDirectory(path);
    if (directory === undefined) return [];
    try {
      return await directory.list();
    } finally {
      await directory.close();
    }
  }

  async openFile(path: string): Promise<ReadHandle> {
    const directory = await this.files.openDirectory(this.files.path.dirname(path));
    try {
      return await directory.openFile(this.files.path.basename(path));
    } finally {
      await directory.close();
    }
  }

  async readFile(path: string): Promise<Uint8Array> {
    const handle = await this.openFile(path);
    try {
      return await readToEnd(handle);
    } finally {
      await handle.close();
    }
  }

  /**
   * Returns the target of a symlink. If the base cannot report it, returns the path it leads to in the base:
   * then a relative link that is moved keeps its target.
   */
  async readLink(path: string): Promise<string> {
    const directory = await this.files.openDirectory(this.files.path.dirname(path));
    try {
      const target = await directory.readLink?.(this.files.path.basename(path));
      return target ?? (await this.files.resolve(path)).path;
    } finally {
      await directory.close();
    }
  }

  /** Opens a directory of the base; returns `undefined` if it is gone. */
  async openDirectory(path: string): Promise<DirectoryHandle | undefined> {
    try {
      return await this.files.openDirectory(path);
    } catch (error) {
      if (ToolError.isInstance(error) && error.code === "not-found") return undefined;
      throw error;
    }
  }
}
