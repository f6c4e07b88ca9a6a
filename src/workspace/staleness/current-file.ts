import type { FileStat, ReadHandle } from "../../contract/index.js";

/** A file as it is now, as much of it as a check asks for. */
export interface CurrentFile {
  readonly stat: FileStat;
  /** All of it, where it was read anyway. */
  readonly bytes?: Uint8Array;
  /** Gives fewer bytes than asked for at the end of the file. */
  read(position: number, length: number): Promise<Uint8Array>;
}

/** The file of a handle, with its content where that is known already. */
export function currentFile(file: { readonly handle: ReadHandle; readonly bytes?: Uint8Array }): CurrentFile {
  const { handle, bytes } = file;
  return {
    stat: handle.stat,
    ...(bytes === undefined ? {} : { bytes }),
    read: async (position, length) => {
      if (bytes !== undefined) return bytes.subarray(position, position + length);
      const buffer = new Uint8Array(length);
      return buffer.subarray(0, await handle.read(buffer, position));
    },
  };
}
