import type { PathOperations } from "./path-operations.js";

/** What a name in a file system stands for. `other` is a FIFO, socket or device: never opened. */
export type FileType = "file" | "directory" | "symlink" | "other";

/** Facts about one file. */
export interface FileStat {
  readonly type: FileType;
  readonly size: number;
  readonly modifiedAtMs: number;
  /** Time of the last change of content or facts, a new name among them; absent where a backend does not keep it. */
  readonly changedAtMs?: number;
  /** Permission bits, `0o644` for example; `0o644` or `0o755` where a backend has none. */
  readonly mode: number;
  readonly owner?: { readonly user: number; readonly group: number };
  /** Names the object itself, so that a swapped file is noticed: device and inode, for example. */
  readonly identity: string;
  /** Names the volume that the object is on; absent where a backend has but one. */
  readonly device?: string;
  /** Number of hard links. */
  readonly links: number;
}

/** One name in a directory. */
export interface DirectoryEntry {
  readonly name: string;
  readonly type: FileType;
}

/** Where a path really leads. */
export interface ResolvedPath {
  /** Absolute, without symlinks: the real path of the deepest existing ancestor plus the missing rest. */
  readonly path: string;
  /** Absent when nothing is there. Never `symlink`. */
  readonly stat?: FileStat;
  /**
   * The symlinks that were followed on the way, each by its own real path, and, with a separator at the end, folders that are
   * missing but were left again by `..`. Absent where there were none; a backend that cannot tell leaves it out, and then calls
   * that rename a symlink run beside calls that go through it.
   */
  readonly links?: readonly string[];
}

/**
 * The file system port of a backend: everything above it is written once, for every backend.
 *
 * All paths are absolute. Failures are `ToolError`s with the codes `not-found`, `already-exists`, `access-denied`,
 * `not-a-directory`, `not-a-file`, `special-file`, `symlink-loop`, `no-space` or `io-error`, and the path.
 */
export interface FileSystem {
  readonly path: PathOperations;
  /** False on a volume where `A` and `a` are one file. */
  readonly caseSensitive: boolean;
  /** What `~` stands for. */
  readonly homeDirectory?: string;
  /**
   * Follows a path component by component as the kernel would: symlinks followed (at most 40), `..` applied to the real
   * directory, a dangling symlink resolved to what a write would create.
   */
  resolve(path: string): Promise<ResolvedPath>;
  /**
   * The path that `resolve` gives, at once; `undefined` where that cannot be told. For what must be known before anything else runs:
   * where the roots of a workspace are. Absent where a backend cannot.
   */
  resolveNow?(path: string): string | undefined;
  /**
   * Opens a directory to work in. The path must be real (as `resolve` gives it); when it leads elsewhere by now, a
   * symlink was swapped in, and the call fails with `changed-since-approval`.
   */
  openDirectory(path: string): Promise<DirectoryHandle>;
}

/**
 * An open directory. Names are single path components, and all work stays inside the directory that was opened, whatever
 * happens to the path that led there.
 */
export interface DirectoryHandle {
  readonly path: string;
  /** Does not follow a symlink. Answers `undefined` when nothing has the name. */
  stat(name: string): Promise<FileStat | undefined>;
  /** In no particular order. */
  list(): Promise<readonly DirectoryEntry[]>;
  /**
   * What a symlink says: the path it leads to, absolute or relative to this directory. Absent where the backend cannot
   * tell.
   */
  readLink?(name: string): Promise<string>;
  /** Creates a symlink that must not exist yet and says `target`. Absent where the backend has none. */
  makeSymlink?(name: string, target: string): Promise<void>;
  /** Opens a file for reading; refuses symlinks, directories and special files. */
  openFile(name: string): Promise<ReadHandle>;
  /** Creates a file that must not exist yet, for writing. */
  createFile(name: string, options: { readonly mode: number }): Promise<WriteHandle>;
  /** Opens an existing file to write it in place, without truncating it. */
  openForWriting(name: string): Promise<WriteHandle>;
  /** Creates a directory, with exactly the mode if one is given; an existing one is no error and stays as it is. */
  makeDirectory(name: string, options?: { readonly mode?: number }): Promise<void>;
  openDirectory(name: string): Promise<DirectoryHandle>;
  /**
   * Renames, atomically, over whatever file or empty directory has the new name.
   *
   * With `whenTaken: "refuse"` nothing is replaced, not even what appears at the last moment: `already-exists`. Where the
   * system cannot promise that, a moment remains between the look and the rename.
   */
  rename(
    name: string,
    target: {
      readonly directory?: DirectoryHandle;
      readonly name: string;
      readonly whenTaken?: "replace" | "refuse";
    },
  ): Promise<void>;
  removeFile(name: string): Promise<void>;
  /** Removes an empty directory. */
  removeDirectory(name: string): Promise<void>;
  /** Makes renames and creations durable. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** A file open for reading. */
export interface ReadHandle {
  readonly stat: FileStat;
  /** Fills the buffer from a position; answers how many bytes came, 0 at the end. */
  read(buffer: Uint8Array, position: number): Promise<number>;
  close(): Promise<void>;
}

/** A file open for writing. */
export interface WriteHandle {
  write(bytes: Uint8Array, position: number): Promise<void>;
  truncate(size: number): Promise<void>;
  setMode(mode: number): Promise<void>;
  /** Best effort: without the right to change the owner nothing happens. */
  setOwner(owner: { readonly user: number; readonly group: number }): Promise<void>;
  sync(): Promise<void>;
  stat(): Promise<FileStat>;
  close(): Promise<void>;
}
