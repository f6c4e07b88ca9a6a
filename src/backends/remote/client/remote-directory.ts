import { posix } from "node:path";
import {
  type DirectoryEntry,
  type DirectoryHandle,
  type FileStat,
  type ReadHandle,
  type RenameTarget,
  ToolError,
  type WriteHandle,
} from "../../../contract/index.js";
import { changedSinceApproval, fileFailure } from "../../failure/index.js";
import { isConnectionLost } from "../wire/index.js";
import type { Answer, CallOptions, Connection } from "./connection.js";
import type { RemoteLink } from "./link.js";
import { readDirectory, readEntries, readHandle, readOptionalStat } from "./read-answers.js";
import { batches } from "./read-batches.js";
import { remoteReadHandle, remoteWriteHandle } from "./remote-file-handles.js";

/** Most entries of a directory: a worker could send them endlessly. A million names take 0.1 GB. */
const MAX_ENTRIES = 1_000_000;

interface Opened {
  readonly connection: Connection;
  readonly handle: number;
}

/** Opens a directory again, on another connection; rejects when another one is there by now. */
type Reopen = (connection: Connection) => Promise<number>;

/**
 * A directory that a worker has opened.
 *
 * After a lost connection it is opened again, if it is still the same directory. Methods that change nothing are then
 * repeated; the others reject with `connection-lost`, because they may have happened, and their caller looks.
 */
export class RemoteDirectory implements DirectoryHandle {
  readonly path: string;
  readonly #link: RemoteLink;
  readonly #reopen: Reopen;
  #opened: Promise<Opened>;
  #current: Opened;
  #isClosed = false;

  constructor(
    link: RemoteLink,
    opened: Opened & { readonly path: string; readonly identity: string },
    reopen: Reopen,
  ) {
    this.path = opened.path;
    this.#link = link;
    this.#current = { connection: opened.connection, handle: opened.handle };
    this.#opened = Promise.resolve(this.#current);
    this.#reopen = reopen;
  }

  /** Returns the directory on a connection that was not lost yet. */
  async opened(): Promise<Opened> {
    if (this.#isClosed) throw fileFailure("closed", this.path);
    if (this.#current.connection.isLost) {
      const lost = this.#current;
      const next = this.#link.connection().then(async (connection) => {
        this.#current = { connection, handle: await this.#reopen(connection) };
        return this.#current;
      });
      next.catch(() => {
        // The next use tries again.
        this.#current = lost;
      });
      this.#opened = next;
      return next;
    }
    return this.#opened;
  }

  async stat(name: string): Promise<FileStat | undefined> {
    return readOptionalStat((await this.#look("stat", { name })).value);
  }

  async list(): Promise<readonly DirectoryEntry[]> {
    const listed = await this.#retried(async ({ connection, handle }) => {
      const all: DirectoryEntry[] = [];
      const first = await connection.call("directory.list", { handle });
      for await (const entries of batches(connection, first, readEntries)) {
        all.push(...entries);
        if (all.length > MAX_ENTRIES)
          throw new ToolError(
            `The remote worker listed more than ${MAX_ENTRIES} entries in '${this.path}'. Search the folder instead of listing it.`,
            { code: "io-error", absolutePath: this.path },
          );
      }
      return all;
    });
    return listed;
  }

  async readLink(name: string): Promise<string> {
    const { value } = await this.#look("readLink", { name });
    if (typeof value !== "string") throw new ToolError("The target cannot be read.", { code: "io-error" });
    return value;
  }

  async makeSymlink(name: string, target: string): Promise<void> {
    await this.#change("makeSymlink", { name, target });
  }

  openFile(name: string): Promise<ReadHandle> {
    return this.#retried(async ({ connection, handle }) =>
      remoteReadHandle(
        connection,
        await connection.call("directory.openFile", { handle, name }),
        posix.join(this.path, name),
      ),
    );
  }

  createFile(name: string, options: { readonly mode: number }): Promise<WriteHandle> {
    return this.#write("createFile", { name, options });
  }

  openForWriting(name: string): Promise<WriteHandle> {
    return this.#write("openForWriting", { name });
  }

  async makeDirectory(name: string, options: { readonly mode?: number } = {}): Promise<void> {
    await this.#change("makeDirectory", { name, options });
  }

  openDirectory(name: string): Promise<DirectoryHandle> {
    const open = async ({ connection, handle }: Opened) =>
      readDirectory((await connection.call("directory.openDirectory", { handle, name })).value);
    return this.#retried(async (parent) => {
      const { handle, identity } = await open(parent);
      const path = posix.join(this.path, name);
      const { connection } = parent;
      return new RemoteDirectory(this.#link, { path, identity, connection, handle }, async (next) => {
        // By its path: this folder may be closed by now.
        const answer = await next.call("files.openDirectory", { path });
        const again = readDirectory(answer.value);
        if (again.identity !== identity) throw changedSinceApproval(path, "it was replaced");
        return again.handle;
      });
    });
  }

  async rename(name: string, { directory, ...target }: RenameTarget): Promise<void> {
    if (directory !== undefined && !(directory instanceof RemoteDirectory))
      throw new ToolError("A remote entry can only be renamed on its own machine.", {
        code: "not-supported",
      });
    const into = directory === undefined ? undefined : await directory.opened();
    await this.#change("rename", { name, target, ...(into !== undefined && { into: into.handle }) });
  }

  async removeFile(name: string): Promise<void> {
    await this.#change("removeFile", { name });
  }

  async removeDirectory(name: string): Promise<void> {
    await this.#change("removeDirectory", { name });
  }

  async sync(): Promise<void> {
    await this.#change("sync", {});
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { connection, handle } = this.#current;
    connection.send("close", { handle });
  }

  async #write(
    method: "createFile" | "openForWriting",
    args: { readonly name: string; readonly options?: object },
  ): Promise<WriteHandle> {
    const { connection, handle } = await this.opened();
    const answer = await connection.call(`directory.${method}`, { handle, ...args });
    return remoteWriteHandle(connection, readHandle(answer.value), posix.join(this.path, args.name));
  }

  #look(method: string, args: object): Promise<Answer> {
    return this.#retried(({ connection, handle }) =>
      connection.call(`directory.${method}`, { handle, ...args }),
    );
  }

  async #change(method: string, args: object, options?: CallOptions): Promise<void> {
    const { connection, handle } = await this.opened();
    await connection.call(`directory.${method}`, { handle, ...args }, options);
  }

  async #retried<Result>(work: (opened: Opened) => Promise<Result>): Promise<Result> {
    try {
      return await work(await this.opened());
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      return work(await this.opened());
    }
  }
}
