import type { DirectoryHandle, FileStat, ReadHandle } from "../../contract/index.js";

/** A name in an open directory. */
export interface FilePlace {
  readonly directory: DirectoryHandle;
  readonly name: string;
  /** Absolute, for messages. */
  readonly path: string;
}

/** The file to replace, as it was read: still open, so that its identity cannot pass to another file meanwhile. */
export interface ReplacedFile {
  readonly handle: ReadHandle;
  /** Its content; absent when it is too large to be held. */
  readonly bytes?: Uint8Array;
}

/** What it takes to make a file, symlink or folder again as it was. */
export type EntryImage = FileImage | SymlinkImage | FolderImage;

/** A file: without a mode it gets that of any new file. */
export interface FileImage {
  readonly type: "file";
  readonly bytes: Uint8Array;
  readonly mode?: number;
  readonly owner?: NonNullable<FileStat["owner"]>;
}

/** A symlink. */
export interface SymlinkImage {
  readonly type: "symlink";
  readonly target: string;
}

/** A folder with all below it. */
export interface FolderImage {
  readonly type: "directory";
  readonly mode: number;
  /** Of the folder that was there: the one that is made in its place has another. */
  readonly identity?: string;
  readonly entries: readonly FolderImageEntry[];
}

/** One name in a folder. */
export interface FolderImageEntry {
  readonly name: string;
  readonly image: EntryImage;
}

/** The image of a file of known content. */
export function fileImage(stat: FileStat, bytes: Uint8Array): FileImage {
  const { mode, owner } = stat;
  return { type: "file", bytes, mode, ...(owner === undefined ? {} : { owner }) };
}
