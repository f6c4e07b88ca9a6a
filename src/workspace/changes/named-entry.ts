import type { DirectoryHandle, FileStat, ReadHandle } from "../../contract/index.js";

/** A name in an open directory. */
export interface NamedEntry {
  readonly directory: DirectoryHandle;
  readonly name: string;
  /** Absolute path, for messages. */
  readonly path: string;
}

/** The file to replace, as it was read: still open, so that its identity cannot be reused by another file meanwhile. */
export interface ReplacedFile {
  readonly handle: ReadHandle;
  /** Its content; absent when it is too large to hold. */
  readonly bytes?: Uint8Array | undefined;
}

/** The data needed to create a file, symlink or folder again as it was. */
export type EntryImage = FileImage | SymlinkImage | FolderImage;

/** A file; without a mode it gets that of any new file. */
export interface FileImage {
  readonly type: "file";
  readonly bytes: Uint8Array;
  readonly mode?: number;
  readonly owner?: NonNullable<FileStat["owner"]> | undefined;
}

/** A symlink. */
export interface SymlinkImage {
  readonly type: "symlink";
  readonly target: string;
}

/** A folder with everything below it. */
export interface FolderImage {
  readonly type: "directory";
  readonly mode: number;
  /** Identity of the removed folder; the folder that replaces it has another. */
  readonly identity?: string;
  readonly entries: readonly FolderImageEntry[];
}

/** One name in a folder. */
export interface FolderImageEntry {
  readonly name: string;
  readonly image: EntryImage;
}

/** Returns the image of a file with known content. */
export function fileImage(stat: FileStat, bytes: Uint8Array): FileImage {
  const { mode, owner } = stat;
  return { type: "file", bytes, mode, owner };
}
