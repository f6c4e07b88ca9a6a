import type { FileSystem } from "../../contract/index.js";
import { hexadecimal, joinBytes, sha256 } from "../../values/index.js";

/** Bytes that are read at once. */
const PIECE_BYTES = 1_048_576;

/**
 * Returns a hexadecimal SHA-256 that identifies the content of a file: over its size and, chunk by chunk,
 * over the hash so far and the next chunk, because the platform's digest does not support streams.
 *
 * Throws the `ToolError`s of the file system; anything but a regular file is refused before it is opened.
 *
 * @param path - real and absolute
 */
export async function fileVersion(files: FileSystem, path: string): Promise<string> {
  const directory = await files.openDirectory(files.path.dirname(path));
  try {
    const handle = await directory.openFile(files.path.basename(path));
    try {
      const piece = new Uint8Array(Math.min(PIECE_BYTES, Math.max(handle.stat.size, 1)));
      let hash = await sha256(new TextEncoder().encode(String(handle.stat.size)));
      for (let position = 0; ; ) {
        const count = await handle.read(piece, position);
        if (count === 0) break;
        position += count;
        hash = await sha256(joinBytes([hash, piece.subarray(0, count)]));
      }
      return hexadecimal(hash);
    } finally {
      await handle.close();
    }
  } finally {
    await directory.close();
  }
}
