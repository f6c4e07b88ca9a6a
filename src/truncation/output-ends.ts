import { counted } from "../text/index.js";
import { joinBytes } from "../values/index.js";
import { TailBuffer } from "./measure/index.js";

/** Bytes kept from the end of an output that exceeds its limit. */
const TAIL_BYTES = 4 * 1024 ** 2;

/**
 * Splits an output that may be too long into a head, which is passed on immediately, and the end of the
 * remaining bytes.
 */
export interface OutputEnds {
  /** Returns the bytes that belong to the head; keeps the others as far as they may belong to the end. */
  take(bytes: Uint8Array): Uint8Array;
  /**
   * Returns the bytes after the head: all of them, or a line that states the number of omitted bytes,
   * followed by the end. In pieces, because the end may be long; views that the next `take` may change.
   */
  rest(): { readonly pieces: readonly Uint8Array[]; readonly omittedBytes: number };
}

/**
 * Creates a splitter whose parts together hold at most `maxBytes` of the output. Memory: that of the end, once
 * the head is full.
 */
export function createOutputEnds(maxBytes: number): OutputEnds {
  const tailBytes = Math.min(TAIL_BYTES, Math.floor(maxBytes / 2));
  let room = maxBytes - tailBytes;
  let afterHead = 0;
  let tail: TailBuffer | undefined;
  return {
    take(bytes) {
      const head = bytes.subarray(0, room);
      room -= head.length;
      if (head.length < bytes.length) {
        tail ??= new TailBuffer(tailBytes);
        tail.add(bytes.subarray(head.length));
        afterHead += bytes.length - head.length;
      }
      return head;
    },
    rest() {
      if (tail === undefined) return { pieces: [], omittedBytes: 0 };
      const pieces = tail.pieces();
      if (afterHead <= tailBytes) return { pieces, omittedBytes: 0 };
      const held = pieces.reduce((total, piece) => total + piece.length, 0);
      // The buffer of the end may hold more.
      const end = withoutFirst(pieces, held - tailBytes);
      const start = characterStart(joinBytes(end.slice(0, 2).map((piece) => piece.subarray(0, 3))));
      const omittedBytes = afterHead - tailBytes + start;
      const mark = new TextEncoder().encode(`\n... ${counted(omittedBytes, "byte")} left out ...\n`);
      return { pieces: [mark, ...withoutFirst(end, start)], omittedBytes };
    },
  };
}

/** Returns the bytes of some pieces after the first `count` bytes. */
function withoutFirst(pieces: readonly Uint8Array[], count: number): readonly Uint8Array[] {
  const left: Uint8Array[] = [];
  let skipped = count;
  for (const piece of pieces) {
    if (skipped < piece.length) left.push(piece.subarray(skipped));
    skipped = Math.max(0, skipped - piece.length);
  }
  return left;
}

/** Returns the index of the first whole character: one has at most three continuation bytes, further ones are invalid. */
export function characterStart(bytes: Uint8Array): number {
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return start;
}
