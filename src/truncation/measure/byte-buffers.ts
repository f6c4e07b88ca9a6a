const FIRST_CAPACITY = 4096;

/** Buffer for the first bytes of a stream. */
export interface HeadBuffer {
  add(bytes: Uint8Array): void;
  /** Returns the kept bytes; a view that the next `add` may change. */
  kept(): Uint8Array;
  readonly full: boolean;
}

/** Creates a buffer for the first `size` bytes; its memory grows as it fills. */
export function createHeadBuffer(size: number): HeadBuffer {
  let buffer = new Uint8Array(Math.min(size, FIRST_CAPACITY));
  let length = 0;
  return {
    get full() {
      return length === size;
    },
    add(bytes) {
      const part = bytes.length > size - length ? bytes.subarray(0, size - length) : bytes;
      if (part.length === 0) return;
      buffer = grown(buffer, length, part.length, size);
      buffer.set(part, length);
      length += part.length;
    },
    kept: () => buffer.subarray(0, length),
  };
}

/** Buffer for the last bytes of a stream. */
export interface TailBuffer {
  add(bytes: Uint8Array): void;
  /**
   * Returns at least the last `size` bytes, or all of them if fewer were added; a view that the next `add`
   * may change.
   */
  kept(): Uint8Array;
}

/**
 * Creates a buffer for the last `size` bytes. It holds up to twice as much, so that old bytes are moved once
 * per `size` bytes and not on every write.
 */
export function createTailBuffer(size: number): TailBuffer {
  const capacity = size * 2;
  let buffer = new Uint8Array(Math.min(capacity, FIRST_CAPACITY));
  let length = 0;
  return {
    add(bytes) {
      if (bytes.length >= size) {
        buffer = grown(buffer, 0, size, capacity);
        buffer.set(bytes.subarray(bytes.length - size));
        length = size;
        return;
      }
      if (length + bytes.length > capacity) {
        const keep = size;
        buffer.copyWithin(0, length - keep, length);
        length = keep;
      }
      buffer = grown(buffer, length, bytes.length, capacity);
      buffer.set(bytes, length);
      length += bytes.length;
    },
    kept: () => buffer.subarray(0, length),
  };
}

function grown(buffer: Uint8Array<ArrayBuffer>, length: number, more: number, limit: number) {
  if (length + more <= buffer.length) return buffer;
  const larger = new Uint8Array(Math.min(limit, Math.max(length + more, buffer.length * 2)));
  larger.set(buffer.subarray(0, length));
  return larger;
}
