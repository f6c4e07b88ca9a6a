import type { StorageSpace } from "./storage-space.js";

/** Smallest buffer that is set aside for a file that grows. */
const MIN_CAPACITY_BYTES = 64;

/** The bytes of one file in memory. Appending costs amortised constant time a byte. */
export class FileContent {
  #buffer = new Uint8Array(0);
  #size = 0;

  constructor(private readonly space: StorageSpace) {}

  get size(): number {
    return this.#size;
  }

  /** Fills the buffer from a position; answers how many bytes came, 0 at the end. */
  read(target: Uint8Array, position: number): number {
    requireOffset(position);
    const bytes = this.#buffer.subarray(
      Math.min(position, this.#size),
      Math.min(position + target.byteLength, this.#size),
    );
    target.set(bytes);
    return bytes.byteLength;
  }

  /** Writes at a position; a gap before it reads as zeros. Answers `false`, with nothing written, for lack of space. */
  write(bytes: Uint8Array, position: number): boolean {
    requireOffset(position);
    if (bytes.byteLength === 0) return true;
    if (!this.#grow(position + bytes.byteLength)) return false;
    this.#buffer.set(bytes, position);
    return true;
  }

  /** Cuts, or extends with zeros. Answers `false`, with nothing changed, for lack of space. */
  truncate(size: number): boolean {
    requireOffset(size);
    if (size > this.#size) return this.#grow(size);
    this.space.take(size - this.#size);
    // What lies beyond the end must read as zeros if the file grows again.
    if (size < this.#buffer.byteLength / 4) this.#buffer = this.#buffer.slice(0, size);
    else this.#buffer.fill(0, size, this.#size);
    this.#size = size;
    return true;
  }

  /** A copy of all bytes. */
  toBytes(): Uint8Array {
    return this.#buffer.slice(0, this.#size);
  }

  #grow(size: number): boolean {
    if (size <= this.#size) return true;
    if (!this.space.take(size - this.#size)) return false;
    if (size > this.#buffer.byteLength) {
      const enlarged = allocate(Math.max(size, this.#buffer.byteLength * 2, MIN_CAPACITY_BYTES), size);
      if (enlarged === undefined) {
        this.space.take(this.#size - size);
        return false;
      }
      enlarged.set(this.#buffer);
      this.#buffer = enlarged;
    }
    this.#size = size;
    return true;
  }
}

/** A zeroed buffer of the wanted capacity, else of the needed one; nothing where the engine has no room for either. */
function allocate(wanted: number, needed: number): Uint8Array<ArrayBuffer> | undefined {
  for (const capacity of [wanted, needed]) {
    try {
      return new Uint8Array(capacity);
    } catch {
      // RangeError: larger than an array can be, or than memory is.
    }
  }
  return undefined;
}

function requireOffset(position: number): void {
  if (!Number.isSafeInteger(position) || position < 0) {
    throw new RangeError(`A position in a file is a whole number from 0 on, not ${position}.`);
  }
}
