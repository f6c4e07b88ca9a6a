import { type ReadHandle, ToolError } from "../../contract/index.js";
import { sameBytes } from "../../values/index.js";

/** Largest file whose bytes are read completely, to be compared, kept for an undo or hashed. */
export const MAX_WHOLE_FILE_BYTES = 134_217_728;

/**
 * Largest file that is edited as text. Joining its decoded slices, and the new text, is one step of the engine that nothing can
 * divide: a text of this size takes about 30 ms, which block the event loop.
 */
export const MAX_TEXT_FILE_BYTES = 41_943_040;

/** Bytes read beyond the stated size of a file; a file of `/proc` states size 0. */
const GROWTH_BYTES = 65_536;

/** Bytes compared at once. */
const COMPARED_BYTES = 1_048_576;

/**
 * Reads a file to its end, even if its size changes meanwhile.
 *
 * Throws `file-too-large` above `maxBytes`, before reading where the size is known; the message ends with the remedy.
 */
export async function readWholeFile(
  handle: ReadHandle,
  path: string,
  maxBytes: number,
  remedy?: string,
): Promise<Uint8Array> {
  const claimed = handle.stat.size;
  if (claimed > maxBytes) throw tooLarge(path, claimed, maxBytes, remedy);
  // One byte more than stated: the read that does not fill the buffer proves the end.
  let buffer = new Uint8Array(claimed + 1);
  let length = 0;
  for (;;) {
    const count = await handle.read(buffer.subarray(length), length);
    length += count;
    if (length > maxBytes) throw tooLarge(path, length, maxBytes, remedy);
    if (count === 0 || (length === claimed && claimed > 0)) return buffer.subarray(0, length);
    if (length === buffer.byteLength) {
      const larger = new Uint8Array(Math.min(length * 2 + GROWTH_BYTES, maxBytes + 1));
      larger.set(buffer);
      buffer = larger;
    }
  }
}

/** Returns whether a file still has exactly these bytes, without holding a second copy of them. */
export async function holdsBytes(handle: ReadHandle, expected: Uint8Array): Promise<boolean> {
  // One byte more than expected: the read that does not fill the buffer proves the end.
  const buffer = new Uint8Array(Math.min(expected.byteLength + 1, COMPARED_BYTES));
  let position = 0;
  for (;;) {
    const count = await handle.read(buffer, position);
    if (!sameBytes(buffer.subarray(0, count), expected.subarray(position, position + count))) return false;
    position += count;
    if (count < buffer.byteLength && position === expected.byteLength) return true;
    if (count === 0) return false;
  }
}

function tooLarge(path: string, bytes: number, maxBytes: number, remedy: string | undefined): ToolError {
  const limit = `'${path}' is too large: ${bytes} bytes; at most ${maxBytes} are accepted.`;
  return new ToolError(remedy === undefined ? limit : `${limit} ${remedy}`, {
    code: "file-too-large",
    absolutePath: path,
  });
}
