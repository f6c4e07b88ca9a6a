import type { DirectoryHandle } from "../../contract/index.js";

/** Bytes that are read at once. */
const CHUNK_BYTES = 1_048_576;

/** Reads a file of a limited size; throws a `RangeError` for a larger one. */
export async function readBoundedFile(
  directory: DirectoryHandle,
  name: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const handle = await directory.openFile(name);
  try {
    const { size } = handle.stat;
    if (size > maxBytes) throw new RangeError(`${name} has more than ${maxBytes} bytes.`);
    const bytes = new Uint8Array(size);
    let filled = 0;
    while (filled < size) {
      const read = await handle.read(bytes.subarray(filled, filled + CHUNK_BYTES), filled);
      if (read === 0) break;
      filled += read;
    }
    return bytes.subarray(0, filled);
  } finally {
    await handle.close();
  }
}
