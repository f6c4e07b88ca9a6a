/** An initial file with its metadata. */
export interface InitialFile {
  readonly content: string | Uint8Array;
  /** Permission bits; default `0o644`. */
  readonly mode?: number;
  /** Milliseconds since the epoch; default: the backend's `now`. */
  readonly modifiedAtMs?: number;
}

/** An initial directory; the parents of an entry need no separate entries. */
export interface InitialDirectory {
  readonly directory: true;
  /** Permission bits; default `0o755`. */
  readonly mode?: number;
}

/** An initial symbolic link. */
export interface InitialSymlink {
  /** Target, absolute or relative to the folder of the link; need not exist. */
  readonly symlinkTo: string;
}

/** Content of a path in a new memory backend; a string or bytes stand for a file. */
export type InitialEntry = string | Uint8Array | InitialFile | InitialDirectory | InitialSymlink;
