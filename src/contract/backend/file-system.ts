import type { PathOperations } from "./path-operations.js";

/** Type of a file system entry. `other` is a FIFO, socket or device, which is never opened. */
export type FileType = "file" | "directory" | "symlink" | "other";

/** Metadata of one file. */
export interface FileStat {
  /** The type of the entry itself, not of the target of a symlink. */
  readonly type: FileType;
  /** Bytes of the content. */
  readonly size: number;
  /** Time of the last change of the content, in milliseconds since 1970. */
  readonly modifiedAtMs: number;
  /**
   * Time of the last change of content or metadata, including a rename; absent if the backend does not record
   * it.
   */
  readonly changedAtMs?: number;
  /** Permission bits, for example `0o644`; `0o644` or `0o755` if the backend has none. */
  readonly mode: number;
  /** Numeric ids of the owner. Absent if the backend has no owners. */
  readonly owner?: { readonly user: number; readonly group: number };
  /** Identifies the object, so that a swapped file is noticed: device and inode, for example. */
  readonly identity: string;
  /** Identifies the volume of the object; absent if the backend has only one. */
  readonly device?: string;
  /** Number of hard links. */
  readonly links: number;
}

/** One entry of a directory. */
export interface DirectoryEntry {
  /** The last component of the path. */
  readonly name: string;
  readonly type: FileType;
}

/** The real target of a path. */
export interface ResolvedPath {
  /**
   * Absolute, without symlinks: the real path of the deepest existing ancestor, followed by the missing
   * components.
   */
  readonly path: string;
  /** Absent if the path does not exist. Never `symlink`. */
  readonly stat?: FileStat | undefined;
  /**
   * The symlinks that were followed, each by its real path, and, with a separator at the end, missing folders
   * that a `..` left again. Absent if there were none. A backend that cannot report them omits them; calls
   * that rename a symlink may then run at the same time as calls that use it.
   */
  readonly links?: readonly string[] | undefined;
}

/**
 * The file system port of a backend. All code above it is written once, for every backend.
 *
 * All paths are absolute. Failures are `ToolError`s with the path and one of the codes `not-found`,
 * `already-exists`, `access-denied`, `not-a-directory`, `not-a-file`, `special-file`, `symlink-loop`,
 * `no-space` or `io-error`.
 */
export interface FileSystem {
  /** The path arithmetic of the file system. */
  readonly path: PathOperations;
  /** False on a volume where `A` and `a` are the same file. */
  readonly caseSensitive: boolean;
  /** The folder that `~` expands to. */
  readonly homeDirectory?: string;
  /**
   * Resolves a path component by component as the kernel does: follows symlinks (at most 40), applies `..` to
   * the real directory, and resolves a dangling symlink to the path that a write would create.
   */
  resolve(path: string): Promise<ResolvedPath>;
  /**
   * Returns the result path of `resolve` synchronously, or `undefined` if that is not possible. For paths
   * that must be known before anything else runs, such as the roots of a workspace. Absent if the backend
   * cannot do it.
   */
  resolveNow?(path: string): string | undefined;
  /**
   * Opens a directory to work in. The path must be real (a result of `resolve`); if it now leads elsewhere, a
   * symlink was swapped in, and the call fails with `changed-since-approval`.
   */
  openDirectory(path: string, options?: OpenDirectoryOptions): Promise<DirectoryHandle>;
}

/** Options of opening a directory. */
export interface OpenDirectoryOptions {
  /**
   * The result of `resolve` for an entry of this directory. A backend that still holds the directory open from that
   * look-up uses it, so that the path is not looked up twice. Other backends ignore it.
   */
  readonly found?: ResolvedPath | undefined;
}

/** Options of opening a file for reading. */
export interface OpenFileOptions {
  /**
   * `"read-write"`: the file will probably be changed. A backend may open it for both at once, so that `openForWriting` need
   * not open it again; where this user may not write the file, it is opened for reading. Default `"read"`.
   */
  readonly access?: "read" | "read-write";
}

/** Options of opening a file for writing. */
export interface OpenForWritingOptions {
  /**
   * The same file, opened with `access: "read-write"`. Where that handle can write, the result shares its open file, which is
   * then closed with it. Other backends ignore it.
   */
  readonly opened?: ReadHandle | undefined;
}

/** The new name of an entry. */
export interface RenameTarget {
  /** Default: the folder of the old name. */
  readonly directory?: DirectoryHandle;
  /** A single path component. */
  readonly name: string;
  /** Default `"replace"`. */
  readonly whenTaken?: "replace" | "refuse";
}

/**
 * An open directory. Names are single path components, and all work stays inside the opened directory,
 * whatever happens to its path.
 */
export interface DirectoryHandle {
  /** The real path at the time of opening. */
  readonly path: string;
  /** Does not follow a symlink. Returns `undefined` if no entry has the name. */
  stat(name: string): Promise<FileStat | undefined>;
  /** Lists the entries of the directory, in no particular order. */
  list(): Promise<readonly DirectoryEntry[]>;
  /**
   * Returns the target of a symlink as it is stored: absolute, or relative to this directory. Absent if the
   * backend cannot read it.
   */
  readLink?(name: string): Promise<string>;
  /**
   * Creates a symlink with the target `target`; the name must not exist yet. Absent if the backend has no
   * symlinks.
   */
  makeSymlink?(name: string, target: string): Promise<void>;
  /** Opens a file for reading; refuses symlinks, directories and special files. */
  openFile(name: string, options?: OpenFileOptions): Promise<ReadHandle>;
  /** Creates a file for writing; the name must not exist yet. */
  createFile(name: string, options: { readonly mode: number }): Promise<WriteHandle>;
  /** Opens an existing file to write it in place, without truncating it. */
  openForWriting(name: string, options?: OpenForWritingOptions): Promise<WriteHandle>;
  /**
   * Creates a directory, with exactly the mode if one is passed; an existing one is kept unchanged and is not
   * an error.
   */
  makeDirectory(name: string, options?: { readonly mode?: number }): Promise<void>;
  /** Opens a subdirectory; refuses a symlink. */
  openDirectory(name: string): Promise<DirectoryHandle>;
  /**
   * Renames atomically, and replaces a file or an empty directory of the new name.
   *
   * With `whenTaken: "refuse"` nothing is replaced, not even an entry that appears at the last moment:
   * `already-exists`. If the system cannot guarantee that, a short interval remains between the check and the
   * rename.
   */
  rename(name: string, target: RenameTarget): Promise<void>;
  /** Removes a file or a symlink, never its target. */
  removeFile(name: string): Promise<void>;
  /** Removes an empty directory. */
  removeDirectory(name: string): Promise<void>;
  /** Makes renames and creations durable. */
  sync(): Promise<void>;
  /** Releases the handle. */
  close(): Promise<void>;
}

/** A file open for reading. */
export interface ReadHandle {
  /** Metadata at the time of opening. */
  readonly stat: FileStat;
  /**
   * Set where `read` returns the content of the time of opening: a check whether the file changed since must open it again.
   */
  readonly isSnapshot?: true;
  /** Fills the buffer from a position; returns the number of bytes read, 0 at the end. */
  read(buffer: Uint8Array, position: number): Promise<number>;
  /** Releases the handle. */
  close(): Promise<void>;
}

/** A file open for writing. */
export interface WriteHandle {
  /** Identity of a file that existed when it was opened; absent if only `stat` returns it. */
  readonly identity?: string;
  /** Writes all bytes at a position. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  /** Sets the size in bytes. */
  truncate(size: number): Promise<void>;
  /** Sets the permission bits. */
  setMode(mode: number): Promise<void>;
  /** Best effort: does nothing without the right to change the owner. */
  setOwner(owner: { readonly user: number; readonly group: number }): Promise<void>;
  /** Makes the content durable. */
  sync(): Promise<void>;
  /** Returns the metadata as it is now. */
  stat(): Promise<FileStat>;
  /** Releases the handle. */
  close(): Promise<void>;
}
