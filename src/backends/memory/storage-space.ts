/** How many bytes the files of a backend hold, and how many they may. */
export class StorageSpace {
  #usedBytes = 0;

  /** @param maxBytes - bytes of all file contents together; no limit when absent */
  constructor(private readonly maxBytes: number = Number.POSITIVE_INFINITY) {}

  fits(bytes: number): boolean {
    return this.#usedBytes + bytes <= this.maxBytes;
  }

  /** Takes (or, negative, gives back) some bytes. Answers `false`, with nothing taken, when they do not fit. */
  take(bytes: number): boolean {
    if (bytes > 0 && !this.fits(bytes)) return false;
    this.#usedBytes += bytes;
    return true;
  }
}
