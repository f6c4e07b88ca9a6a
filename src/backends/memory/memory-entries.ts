/** A file to start with, with its facts. */
export interface InitialFile {
  readonly content: string | Uint8Array;
  /** Permission bits; `0o644` by default. */
  readonly mode?: number;
  /** Milliseconds since the epoch; the backend's `now` by default. */
  readonly modifiedAtMs?: number;
}

/** A directory to start with; the directories above an entry need no entry of their own. */
export interface InitialDirectory {
  readonly directory: true;
  /** Permission bits; `0o755` by default. */
  readonly mode?: number;
}

/** A symbolic link to start with. */
export interface InitialSymlink {
  /** Relative to the folder that the link is in, or absolute; need not exist. */
  readonly symlinkTo: string;
}

/** What a path of a new memory backend holds; a string or bytes stand for a file. */
export type InitialEntry = string | Uint8Array | InitialFile | InitialDirectory | InitialSymlink;
