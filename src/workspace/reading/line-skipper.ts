import { NEWLINE, newlineCounter } from "./newline-count.js";

/** Bytes counted at once before the exact line end is searched for. */
const BLOCK_BYTES = 4_096;

/** Result of skipping lines. */
export interface SkippedLines {
  /** Line ends skipped. */
  readonly count: number;
  /** Start of the line after the last of them; the end of the bytes when there were too few. */
  readonly position: number;
}

/** Skips a number of line ends, or all there are. */
export function skipLines(bytes: Uint8Array, from: number, wanted: number): SkippedLines {
  const newlinesIn = newlineCounter(bytes);
  let count = 0;
  let position = from;
  while (position < bytes.byteLength && count < wanted) {
    const end = Math.min(position + BLOCK_BYTES, bytes.byteLength);
    const inBlock = newlinesIn(position, end);
    if (count + inBlock >= wanted) break;
    count += inBlock;
    position = end;
  }
  while (count < wanted && position < bytes.byteLength) {
    const newline = bytes.indexOf(NEWLINE, position);
    if (newline < 0) return { count, position: bytes.byteLength };
    count += 1;
    position = newline + 1;
  }
  return { count, position };
}
