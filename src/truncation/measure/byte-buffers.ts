import { joinBytes } from "../../values/index.js";

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

/** Largest piece of a {@link TailBuffer}: it is allocated or copied in far less than a millisecond. */
const MAX_PIECE_BYTES = 65_536;

/**
 * Buffer for the last `size` bytes of a stream. It holds them in pieces and at most one piece more, so that no write allocates or moves
 * many bytes at once.
 */
export class TailBuffer {
  #pieces: Uint8Array<ArrayBuffer>[] = [];
  /** Bytes in all pieces. */
  #length = 0;
  /** Bytes in the last piece, the only one that is not full. */
  #lastLength = 0;

  constructor(private readonly size: number) {}

  add(bytes: Uint8Array): void {
    // Earlier bytes of a chunk that is longer than the end do not belong to it.
    let position = Math.max(0, bytes.length - this.size);
    while (position < bytes.length) {
      const last = this.#lastWithRoom();
      const part = bytes.subarray(position, position + last.length - this.#lastLength);
      last.set(part, this.#lastLength);
      this.#lastLength += part.length;
      this.#length += part.length;
      position += part.length;
    }
  }

  /** Returns at least the last `size` bytes, or all of them if fewer were added; a view that the next `add` may change. */
  kept(): Uint8Array {
    const pieces = this.pieces();
    return pieces.length === 1 ? (pieces[0] as Uint8Array) : joinBytes(pieces);
  }

  /** Returns the bytes of {@link TailBuffer.kept} in pieces; views that the next `add` may change. */
  pieces(): Uint8Array[] {
    const last = this.#pieces.length - 1;
    return this.#pieces.map((piece, index) => (index === last ? piece.subarray(0, this.#lastLength) : piece));
  }

  #lastWithRoom(): Uint8Array {
    const last = this.#pieces.at(-1);
    if (last !== undefined && this.#lastLength < last.length) return last;
    this.#lastLength = 0;
    const piece = this.#freedPiece() ?? new Uint8Array(pieceLength(this.#length));
    this.#pieces.push(piece);
    return piece;
  }

  /** Removes the pieces before the last `size` bytes; returns one that can be filled again. */
  #freedPiece(): Uint8Array<ArrayBuffer> | undefined {
    let freed: Uint8Array<ArrayBuffer> | undefined;
    for (let [first] = this.#pieces; first !== undefined; [first] = this.#pieces) {
      if (this.#length - first.length < this.size) break;
      this.#pieces.shift();
      this.#length -= first.length;
      if (first.length >= pieceLength(this.#length)) freed = first;
    }
    return freed;
  }
}

/** Pieces grow with the output, so that a short one takes little memory. */
function pieceLength(length: number): number {
  return Math.min(MAX_PIECE_BYTES, Math.max(FIRST_CAPACITY, length));
}

function grown(buffer: Uint8Array<ArrayBuffer>, length: number, more: number, limit: number) {
  if (length + more <= buffer.length) return buffer;
  const larger = new Uint8Array(Math.min(limit, Math.max(length + more, buffer.length * 2)));
  larger.set(buffer.subarray(0, length));
  return larger;
}
