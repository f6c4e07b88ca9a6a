import type { FileStat, ReadHandle, WriteHandle } from "../../../contract/index.js";
import { changedSinceApproval, fileFailure } from "../../failure/index.js";
import { FileContent, StorageSpace } from "../../memory/index.js";
import type { PathTree } from "./path-tree.js";

/** A file open for reading: its content at the time of opening. */
export class PathReadHandle implements ReadHandle {
  readonly isSnapshot = true;
  #content: Uint8Array | undefined;

  constructor(
    private readonly path: string,
    readonly stat: FileStat,
    content: Uint8Array,
  ) {
    this.#content = content;
  }

  async read(buffer: Uint8Array, position: number): Promise<number> {
    if (this.#content === undefined) throw fileFailure("closed", this.path);
    const part = this.#content.subarray(position, position + buffer.byteLength);
    buffer.set(part);
    return part.byteLength;
  }

  async close(): Promise<void> {
    this.#content = undefined;
  }
}

/**
 * A file open for writing. A session can only replace whole contents: those of a new file, which no other process expects, are
 * written at `sync`, `stat` or `close`, those of an existing file after each change.
 */
export class PathWriteHandle implements WriteHandle {
  readonly identity: string;
  readonly #isNew: boolean;
  #content: FileContent | undefined;
  #isChanged = false;
  #isClosed = false;

  constructor(
    private readonly tree: PathTree,
    private readonly path: string,
    opened: FileStat,
    { isNew }: { readonly isNew: boolean },
  ) {
    this.#isNew = isNew;
    this.identity = opened.identity;
    if (isNew) this.#content = new FileContent(new StorageSpace());
  }

  write(bytes: Uint8Array, position: number): Promise<void> {
    return this.#change((content) => content.write(bytes, position));
  }

  truncate(size: number): Promise<void> {
    return this.#change((content) => content.truncate(size));
  }

  async setMode(mode: number): Promise<void> {
    this.#requireOpen();
    await this.tree.inTurn(async () => {
      await this.#requireSame();
      await this.tree.access.setMode(this.path, mode);
      await this.tree.changed(this.path);
    });
  }

  /** Does nothing: a session has no owners. */
  async setOwner(): Promise<void> {}

  async sync(): Promise<void> {
    this.#requireOpen();
    await this.tree.inTurn(() => this.#flush());
  }

  async stat(): Promise<FileStat> {
    this.#requireOpen();
    return await this.tree.inTurn(async () => {
      await this.#flush();
      return this.#requireSame();
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    try {
      await this.tree.inTurn(() => this.#flush());
    } finally {
      this.#isClosed = true;
      this.#content = undefined;
    }
  }

  async #change(change: (content: FileContent) => boolean): Promise<void> {
    this.#requireOpen();
    await this.tree.inTurn(async () => {
      const content = await this.#loaded();
      change(content);
      this.#isChanged = true;
      if (!this.#isNew) await this.#flush();
    });
  }

  /** Reads an existing file again before each change: another handle may have changed it. */
  async #loaded(): Promise<FileContent> {
    if (this.#isNew && this.#content !== undefined) return this.#content;
    await this.#requireSame();
    const content = new FileContent(new StorageSpace());
    content.write(await this.tree.access.read(this.path), 0);
    this.#content = content;
    return content;
  }

  async #flush(): Promise<void> {
    if (!this.#isChanged || this.#content === undefined) return;
    const { mode } = await this.#requireSame();
    await this.tree.access.write(this.path, this.#content.toBytes());
    const written = await this.tree.changed(this.path);
    this.#isChanged = false;
    if (written.mode === mode) return;
    await this.tree.access.setMode(this.path, mode);
    await this.tree.changed(this.path);
  }

  async #requireSame(): Promise<FileStat> {
    const stat = await this.tree.stat(this.path);
    if (stat === undefined) throw fileFailure("missing", this.path);
    if (stat.identity !== this.identity) throw changedSinceApproval(this.path, "another file took its name");
    return stat;
  }

  #requireOpen(): void {
    if (this.#isClosed) throw fileFailure("closed", this.path);
  }
}
