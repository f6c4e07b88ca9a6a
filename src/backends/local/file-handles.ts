import type { FileStat, ReadHandle, WriteHandle } from "../../contract/index.js";
import { fileFailure } from "../failure/index.js";
import { BRIEF_BYTES } from "./brief-call.js";
import { errnoOf, fileError } from "./file-error.js";
import { toFileStat } from "./file-stat.js";
import { forgetFoundEntries } from "./recent-folders.js";
import type { FileSyncs } from "./syncs/index.js";
import {
  close,
  closeFileQuietly,
  closeLater,
  closeQuietly,
  fchmod,
  fchown,
  fstat,
  ftruncate,
  read,
  writeAll,
} from "./system-calls.js";

/** A descriptor open for reading, or for reading and writing. */
export class LocalReadHandle implements ReadHandle {
  #open = true;
  readonly #syncs: FileSyncs | undefined;

  /** @param syncs - for a descriptor that is open for writing too */
  constructor(
    private readonly descriptor: number,
    private readonly path: string,
    readonly stat: FileStat,
    syncs?: FileSyncs,
  ) {
    this.#syncs = syncs;
  }

  /** Returns whether a handle is of this class, and not a host's object around one. */
  static isOwn(handle: ReadHandle | undefined): handle is LocalReadHandle {
    return handle !== undefined && #syncs in handle;
  }

  /** Returns a handle that writes the same open file; `undefined` where that is not possible. */
  writer(): LocalWriteHandle | undefined {
    const syncs = this.#syncs;
    if (syncs === undefined || !this.#open) return undefined;
    return new LocalWriteHandle(this.descriptor, this.path, { stat: this.stat, reader: this, syncs });
  }

  /** Whether the descriptor is still open. */
  get isOpen(): boolean {
    return this.#open;
  }

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
    // A file that was opened to change it has probably been replaced: freeing even few blocks can wait for the volume's journal.
    if (this.#syncs !== undefined) closeLater(this.descriptor);
    else closeRead(this.descriptor, this.stat.size);
  }
}

/** Closes a descriptor without unsaved data, of a file of the given size. */
function closeRead(descriptor: number, size: number): void {
  // A small file that was only read is hardly ever removed meanwhile.
  if (size <= BRIEF_BYTES) closeQuietly(descriptor);
  else closeFileQuietly(descriptor);
}

interface WriteHandleOptions {
  readonly syncs: FileSyncs;
  readonly stat?: FileStat;
  readonly reader?: LocalReadHandle;
  readonly folder?: string;
}

/** A descriptor open for writing. */
export class LocalWriteHandle implements WriteHandle {
  #open = true;
  // Whether something was written since the last sync.
  #dirty = false;
  #size: number;
  readonly identity?: string;
  readonly #reader: LocalReadHandle | undefined;
  readonly #syncs: FileSyncs;
  // The folder of a new file, whose sync may wait for that of the folder.
  readonly #folder: string | undefined;
  #isWaiting = false;

  /**
   * @param options.stat - status of the file; default: a new file
   * @param options.reader - the handle that closes the descriptor
   * @param options.folder - the folder of a new file
   */
  constructor(
    private readonly descriptor: number,
    private readonly path: string,
    { stat, reader, syncs, folder }: WriteHandleOptions,
  ) {
    this.#syncs = syncs;
    this.#folder = folder;
    this.#size = stat?.size ?? 0;
    if (stat !== undefined) this.identity = stat.identity;
    this.#reader = reader;
  }

  write(bytes: Uint8Array, position: number): Promise<void> {
    this.#dirty = true;
    this.#size = Math.max(this.#size, position + bytes.byteLength);
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
    this.#isWaiting = this.#folder !== undefined && this.#syncs.mayWait();
    if (!this.#isWaiting) await this.#run(() => this.#syncs.file(this.descriptor));
    this.#dirty = false;
  }

  async stat(): Promise<FileStat> {
    return this.#run(async () => toFileStat(fstat(this.descriptor)));
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    if (this.#reader !== undefined) return;
    if (this.#isWaiting && this.#folder !== undefined) this.#syncs.keep(this.descriptor, this.#folder);
    else if (this.#dirty) await this.#named(() => close(this.descriptor));
    else if (this.identity === undefined) closeRead(this.descriptor, this.#size);
    else closeFileQuietly(this.descriptor);
  }

  async #run<Result>(work: () => Promise<Result>): Promise<Result> {
    // As when reading; a write would even damage the other file.
    if (!this.#open || this.#reader?.isOpen === false) throw fileFailure("closed", this.path);
    // No look-up has found a new file yet.
    if (this.identity !== undefined) forgetFoundEntries();
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
