import type { StorageSpace } from "./storage-space.js";

/** Smallest buffer allocated for a growing file. */
const MIN_CAPACITY_BYTES = 64;

/** The bytes of one file in memory. Appending takes amortised constant time per byte. */
export class FileContent {
  #buffer = new Uint8Array(0);
  #size = 0;

  constructor(private readonly space: StorageSpace) {}

  get size(): number {
    return this.#size;
  }

  /** Fills the buffer from a position; returns the number of bytes, 0 at the end. */
  read(target: Uint8Array, position: number): number {
    requireOffset(position);
    const bytes = this.#buffer.subarray(
      Math.min(position, this.#size),
      Math.min(position + target.byteLength, this.#size),
    );
    target.set(bytes);
    return bytes.byteLength;
  }

  /**
   * Writes at a position; a gap before it reads as zeros. Returns `false`, with nothing written, if there is
   * not enough space.
   */
  write(bytes: Uint8Array, position: number): boolean {
    requireOffset(position);
    if (bytes.byteLength === 0) return true;
    if (!this.#grow(position + bytes.byteLength)) return false;
    this.#buffer.set(bytes, position);
    return true;
  }

  /** Shortens, or extends with zeros. Returns `false`, with nothing changed, if there is not enough space. */
  truncate(size: number): boolean {
    requireOffset(size);
    if (size > this.#size) return this.#grow(size);
    this.space.take(size - this.#size);
    // Bytes beyond the end must read as zeros if the file grows again.
    if (size < this.#buffer.byteLength / 4) this.#buffer = this.#buffer.slice(0, size);
    else this.#buffer.fill(0, size, this.#size);
    this.#size = size;
    return true;
  }

  /** Returns a copy of all bytes. */
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

/**
 * Allocates a zeroed buffer of the wanted capacity, or else of the needed one; returns `undefined` if there
 * is not enough memory.
 */
function allocate(wanted: number, needed: number): Uint8Array<ArrayBuffer> | undefined {
  for (const capacity of [wanted, needed]) {
    try {
      return new Uint8Array(capacity);
    } catch {
      // RangeError: larger than the longest array, or than the available memory.
    }
  }
  return undefined;
}

function requireOffset(position: number): void {
  if (!Number.isSafeInteger(position) || position < 0) {
    throw new RangeError(`A position in a file must be a non-negative integer, not ${position}.`);
  }
}
