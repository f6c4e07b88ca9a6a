import { type DirectoryHandle, type ReadHandle, ToolError } from "../../../contract/index.js";

/**
 * Largest file that is searched; decoded, it takes up to three times that, and the text of a larger one
 * exceeds the longest string.
 */
const MAX_SEARCHED_FILE_BYTES = 134_217_728;

/** Reads a file to its end. Throws `file-too-large` for one that is too large. */
export async function readWhole(directory: DirectoryHandle, name: string): Promise<Uint8Array> {
  const handle = await directory.openFile(name);
  try {
    const { size } = handle.stat;
    if (size > MAX_SEARCHED_FILE_BYTES) {
      throw new ToolError(
        `'${name}' in '${directory.path}' has ${size} bytes; at most ${MAX_SEARCHED_FILE_BYTES} can be searched. Exclude it with the glob '!${name}'.`,
        { code: "file-too-large", absolutePath: directory.path },
      );
    }
    return await readToEnd(handle);
  } finally {
    await handle.close();
  }
}

/** Reads the bytes that an open file had when it was opened, or fewer if it was truncated since. */
export async function readToEnd(handle: ReadHandle): Promise<Uint8Array> {
  const bytes = new Uint8Array(handle.stat.size);
  let filled = 0;
  while (filled < bytes.byteLength) {
    const count = await handle.read(bytes.subarray(filled), filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}
