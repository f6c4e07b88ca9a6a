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
   * followed by the end.
   */
  rest(): { readonly bytes: Uint8Array; readonly omittedBytes: number };
}

/**
 * Creates a splitter whose parts together hold at most `maxBytes` of the output. Memory: twice the end, once
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
      if (tail === undefined) return { bytes: new Uint8Array(), omittedBytes: 0 };
      const kept = tail.kept();
      // The buffer of the end may hold twice as much.
      if (afterHead <= tailBytes) return { bytes: kept.slice(), omittedBytes: 0 };
      let end = kept.subarray(Math.max(0, kept.length - tailBytes));
      end = end.subarray(characterStart(end));
      const omittedBytes = afterHead - end.length;
      const mark = new TextEncoder().encode(`\n... ${counted(omittedBytes, "byte")} left out ...\n`);
      return { bytes: joinBytes([mark, end]), omittedBytes };
    },
  };
}

/** Returns the index of the first whole character: one has at most three continuation bytes, further ones are invalid. */
export function characterStart(bytes: Uint8Array): number {
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return start;
}
