import type { FileStat, ReadHandle, WriteHandle } from "../../contract/index.js";
import { fileFailure } from "../failure/index.js";
import { errnoOf, fileError } from "./file-error.js";
import { toFileStat } from "./file-stat.js";
import {
  close,
  closeFileQuietly,
  fchmod,
  fchown,
  fstat,
  fsync,
  ftruncate,
  read,
  writeAll,
} from "./system-calls.js";

/** A descriptor open for reading. */
export class LocalReadHandle implements ReadHandle {
  #open = true;

  constructor(
    private readonly descriptor: number,
    private readonly path: string,
    readonly stat: FileStat,
  ) {}

  async read(buffer: Uint8Array, position: number): Promise<number> {
    // The number of a closed descriptor may already belong to another file.
    if (!this.#open) throw fileFailure("closed", this.path);
    try {
      return await read(this.descriptor, buffer, position);
    } catch (error) {
      throw fileError(error, this.path);
    }
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    closeFileQuietly(this.descriptor);
  }
}

/** A descriptor open for writing. */
export class LocalWriteHandle implements WriteHandle {
  #open = true;
  // Whether something was written since the last sync.
  #dirty = false;

  constructor(
    private readonly descriptor: number,
    private readonly path: string,
  ) {}

  write(bytes: Uint8Array, position: number): Promise<void> {
    this.#dirty = true;
    return this.#run(() => writeAll(this.descriptor, bytes, position));
  }

  truncate(size: number): Promise<void> {
    this.#dirty = true;
    return this.#run(() => ftruncate(this.descriptor, size));
  }

  setMode(mode: number): Promise<void> {
    return this.#run(async () => fchmod(this.descriptor, mode));
  }

  setOwner(owner: { readonly user: number; readonly group: number }): Promise<void> {
    return this.#run(async () => {
      try {
        fchown(this.descriptor, owner.user, owner.group);
      } catch (error) {
        if (!["EPERM", "EINVAL", "ENOSYS", "ENOTSUP"].includes(errnoOf(error) ?? "")) throw error;
      }
    });
  }

  async sync(): Promise<void> {
    await this.#run(() => fsync(this.descriptor));
    this.#dirty = false;
  }

  async stat(): Promise<FileStat> {
    return this.#run(async () => toFileStat(fstat(this.descriptor)));
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    if (this.#dirty) await this.#named(() => close(this.descriptor));
    else closeFileQuietly(this.descriptor);
  }

  async #run<Result>(work: () => Promise<Result>): Promise<Result> {
    // As when reading; a write would even damage the other file.
    if (!this.#open) throw fileFailure("closed", this.path);
    return this.#named(work);
  }

  async #named<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw fileError(error, this.path);
    }
  }
}
