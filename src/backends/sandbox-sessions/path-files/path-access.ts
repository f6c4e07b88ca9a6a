import type { DirectoryEntry, FileType } from "../../../contract/index.js";

/** The facts that a session returns about a path, without following a symlink. */
export interface PathFacts {
  readonly type: FileType;
  readonly size: number;
  /** 0 if the session does not record it. */
  readonly modifiedAtMs: number;
  readonly mode: number;
  /** Differs between objects of the same path, as far as the session can tell. */
  readonly version?: string | undefined;
}

/**
 * The files of a session that has no open files and folders: each operation follows its path again. Failures are `ToolError`s, or
 * become `io-error`. Callers check types and free names first.
 */
export interface PathAccess {
  /** Returns the path without symlinks. Absent if the session cannot tell; then `directories` are `by-path`. */
  realPath?(path: string): Promise<string>;
  /** Returns `undefined` if there is no such path. */
  facts(path: string): Promise<PathFacts | undefined>;
  list(path: string): Promise<readonly DirectoryEntry[]>;
  read(path: string): Promise<Uint8Array>;
  /** Creates a file, or replaces the content of one. */
  write(path: string, content: Uint8Array): Promise<void>;
  setMode(path: string, mode: number): Promise<void>;
  readLink(path: string): Promise<string>;
  makeSymlink(path: string, target: string): Promise<void>;
  makeDirectory(path: string): Promise<void>;
  /** Renames, and replaces a file or symlink of the new name. */
  rename(from: string, to: string): Promise<void>;
  removeFile(path: string): Promise<void>;
  removeDirectory(path: string): Promise<void>;
}
