import type { FileStat, ReadHandle, WriteHandle } from "../../contract/index.js";
import { fileFailure } from "../failure/index.js";
import type { MemoryFile } from "../memory/index.js";
import type { OverlayFile } from "./overlay-file.js";
import type { OverlayTree } from "./overlay-tree.js";

/** A file open for reading: the base's bytes until the file is written to in the overlay. */
export class OverlayReadHandle implements ReadHandle {
  readonly stat: FileStat;
  readonly #path: string;
  readonly #baseHandle: ReadHandle | undefined;
  #open = true;

  constructor(
    private readonly tree: OverlayTree,
    private readonly file: OverlayFile,
    {
      stat,
      path,
      baseHandle,
    }: { readonly stat: FileStat; readonly path: string; readonly baseHandle: ReadHandle | undefined },
  ) {
    this.stat = stat;
    this.#path = path;
    this.#baseHandle = baseHandle;
    file.retain();
  }

  async read(buffer: Uint8Array, position: number): Promise<number> {
    if (!this.#open) throw fileFailure("closed", this.#path);
    const { stored } = this.file;
    if (stored !== undefined) return stored.content.read(buffer, position);
    return this.#baseHandle === undefined ? 0 : this.#baseHandle.read(buffer, position);
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    if (this.file.release()) this.tree.forget(this.file);
    await this.#baseHandle?.close();
  }
}

/** A file open for writing; the first write copies the base's bytes. */
export class OverlayWriteHandle implements WriteHandle {
  readonly #generation: number;
  #open = true;

  constructor(
    private readonly tree: OverlayTree,
    private readonly file: OverlayFile,
    private readonly path: string,
  ) {
    this.#generation = tree.generation;
    file.retain();
  }

  async write(bytes: Uint8Array, position: number): Promise<void> {
    await this.#change("whole", (stored) => stored.content.write(bytes, position));
  }

  async truncate(size: number): Promise<void> {
    await this.#change(size === 0 ? "none" : "whole", (stored) => stored.content.truncate(size));
  }

  async setMode(mode: number): Promise<void> {
    const file = this.#opened();
    file.setMode(mode);
    file.pin();
  }

  async setOwner(owner: NonNullable<FileStat["owner"]>): Promise<void> {
    const file = this.#opened();
    file.setOwner(owner);
    file.pin();
  }

  async sync(): Promise<void> {
    this.#opened();
  }

  async stat(): Promise<FileStat> {
    const stat = await this.#opened().stat();
    if (stat === undefined) throw fileFailure("missing", this.path);
    return stat;
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    if (this.file.release()) this.tree.forget(this.file);
  }

  #opened(): OverlayFile {
    if (!this.#open) throw fileFailure("closed", this.path);
    this.tree.requireGeneration(this.#generation, this.path);
    return this.file;
  }

  async #change(needed: "whole" | "none", change: (stored: MemoryFile) => boolean): Promise<void> {
    const file = this.#opened();
    const stored = await file.load(this.path, needed);
    // All changes may have been discarded while the content was copied.
    this.#opened();
    if (!change(stored)) throw fileFailure("memory-full", this.path);
    // The clock of the base may be more precise than this one: a write must not make a file seem older.
    stored.modifiedAtMs = Math.max(stored.modifiedAtMs, this.tree.now());
    file.pin();
  }
}
