const FIRST_CAPACITY = 4096;

/** Buffer for the first `size` bytes of a stream; its memory grows as it fills. */
export class HeadBuffer {
  #buffer: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(private readonly size: number) {
    this.#buffer = new Uint8Array(Math.min(size, FIRST_CAPACITY));
  }

  get full(): boolean {
    return this.#length === this.size;
  }

  add(bytes: Uint8Array): void {
    const free = this.size - this.#length;
    const part = bytes.length > free ? bytes.subarray(0, free) : bytes;
    if (part.length === 0) return;
    this.#buffer = grown(this.#buffer, this.#length, part.length, this.size);
    this.#buffer.set(part, this.#length);
    this.#length += part.length;
  }

  /** Returns the kept bytes; a view that the next `add` may change. */
  kept(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }
}

/**
 * Buffer for the last `size` bytes of a stream. It holds up to twice as much, so that old bytes are moved once per
 * `size` bytes and not on every write.
 */
export class TailBuffer {
  #buffer: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(private readonly size: number) {
    this.#buffer = new Uint8Array(Math.min(size * 2, FIRST_CAPACITY));
  }

  add(bytes: Uint8Array): void {
    const { size } = this;
    const capacity = size * 2;
    if (bytes.length >= size) {
      this.#buffer = grown(this.#buffer, 0, size, capacity);
      this.#buffer.set(bytes.subarray(bytes.length - size));
      this.#length = size;
      return;
    }
    if (this.#length + bytes.length > capacity) {
      this.#buffer.copyWithin(0, this.#length - size, this.#length);
      this.#length = size;
    }
    this.#buffer = grown(this.#buffer, this.#length, bytes.length, capacity);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /**
   * Returns at least the last `size` bytes, or all of them if fewer were added; a view that the next `add` may change.
   */
  kept(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }
}

function grown(buffer: Uint8Array<ArrayBuffer>, length: number, more: number, limit: number) {
  if (length + more <= buffer.length) return buffer;
  const larger = new Uint8Array(Math.min(limit, Math.max(length + more, buffer.length * 2)));
  larger.set(buffer.subarray(0, length));
  return larger;
}
