import type { FileStat, ReadHandle } from "../../contract/index.js";

/** A file in its current state; a check reads only what it needs. */
export interface CurrentFile {
  readonly stat: FileStat;
  /** All of it, where it was read anyway. */
  readonly bytes?: Uint8Array | undefined;
  /** Returns fewer bytes than requested at the end of the file. */
  read(position: number, length: number): Promise<Uint8Array>;
}

/** Returns the current file of a handle, with its content where that is already known. */
export function currentFile(file: {
  readonly handle: ReadHandle;
  readonly bytes?: Uint8Array | undefined;
}): CurrentFile {
  const { handle, bytes } = file;
  return {
    stat: handle.stat,
    bytes,
    read: async (position, length) => {
      if (bytes !== undefined) return bytes.subarray(position, position + length);
      const buffer = new Uint8Array(length);
      return buffer.subarray(0, await handle.read(buffer, position));
    },
  };
}
