import type { FileStat, ReadHandle, WriteHandle } from "../../contract/index.js";
import { fileFailure } from "../failure/index.js";
import type { FileOwner, MemoryFile } from "./memory-node.js";

/** A file in memory, open for reading. */
export class MemoryReadHandle implements ReadHandle {
  readonly stat: FileStat;
  #open = true;

  constructor(
    private readonly file: MemoryFile,
    private readonly path: string,
  ) {
    this.stat = file.stat();
    file.retain();
  }

  async read(buffer: Uint8Array, position: number): Promise<number> {
    if (!this.#open) throw fileFailure("closed", this.path);
    return this.file.content.read(buffer, position);
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    this.file.release();
  }
}

/** A file in memory, open for writing. */
export class MemoryWriteHandle implements WriteHandle {
  #open = true;

  constructor(
    private readonly file: MemoryFile,
    private readonly path: string,
    private readonly now: () => number,
  ) {
    file.retain();
  }

  async write(bytes: Uint8Array, position: number): Promise<void> {
    this.#change(this.#opened().content.write(bytes, position));
  }

  async truncate(size: number): Promise<void> {
    this.#change(this.#opened().content.truncate(size));
  }

  async setMode(mode: number): Promise<void> {
    this.#opened().mode = mode;
  }

  async setOwner(owner: FileOwner): Promise<void> {
    this.#opened().owner = { user: owner.user, group: owner.group };
  }

  async sync(): Promise<void> {
    this.#opened();
  }

  async stat(): Promise<FileStat> {
    return this.#opened().stat();
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    this.file.release();
  }

  #opened(): MemoryFile {
    if (!this.#open) throw fileFailure("closed", this.path);
    return this.file;
  }

  #change(fits: boolean): void {
    if (!fits) throw fileFailure("memory-full", this.path);
    this.file.modifiedAtMs = this.now();
  }
}
