import { type DirectoryHandle, ToolError } from "../../../contract/index.js";

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
    const bytes = new Uint8Array(size);
    let filled = 0;
    while (filled < size) {
      const count = await handle.read(bytes.subarray(filled), filled);
      if (count === 0) break;
      filled += count;
    }
    return bytes.subarray(0, filled);
  } finally {
    await handle.close();
  }
}
