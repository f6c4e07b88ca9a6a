/** The bytes used by the files of a backend, and their limit. */
export class StorageSpace {
  #usedBytes = 0;

  /** @param maxBytes - largest size of all files together, in bytes; default: no limit */
  constructor(private readonly maxBytes: number = Number.POSITIVE_INFINITY) {}

  fits(bytes: number): boolean {
    return this.#usedBytes + bytes <= this.maxBytes;
  }

  /** Takes bytes, or releases them if negative. Returns `false`, with nothing taken, if they do not fit. */
  take(bytes: number): boolean {
    if (bytes > 0 && !this.fits(bytes)) return false;
    this.#usedBytes += bytes;
    return true;
  }
}
