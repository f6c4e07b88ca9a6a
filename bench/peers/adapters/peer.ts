/** A range of lines of a file. */
export interface ReadRequest {
  readonly path: string;
  /** The first line, counted from 1. */
  readonly first: number;
  readonly lines: number;
  /** Whether these are the last lines of the file. */
  readonly atEnd?: boolean;
}

/** A replacement of a text in a file. */
export interface EditRequest {
  readonly path: string;
  readonly old: string;
  readonly next: string;
  readonly replaceAll?: boolean;
}

/** A shell command. */
export interface CommandRequest {
  readonly command: string;
  readonly signal?: AbortSignal;
}

/**
 * The tools of a peer in one folder. Each returns the text for the model, and rejects if the peer reports an error. An absent tool is one that
 * the peer does not have. Paths are relative to the folder.
 */
export interface PeerTools {
  readonly read?: (request: ReadRequest) => Promise<string>;
  /** Whether `read` reads only the start and the end of a file. */
  readonly readsNoRanges?: boolean;
  readonly edit?: (request: EditRequest) => Promise<string>;
  /** Makes edits that the model requested together. Default: all edits at the same time. */
  readonly editTogether?: (requests: readonly EditRequest[]) => Promise<unknown>;
  /** Searches for a regular expression in all files. */
  readonly grep?: (pattern: string) => Promise<string>;
  readonly glob?: (pattern: string) => Promise<string>;
  readonly command?: (request: CommandRequest) => Promise<string>;
  /** Server processes whose memory counts. */
  readonly processIds?: readonly number[];
  readonly close?: () => Promise<void>;
}

/** A product that is measured. */
export interface Peer {
  /** A short name for options and result files. */
  readonly id: string;
  readonly title: string;
  /** The package to install and import. Without it, nothing is installed: bare Node. */
  readonly package?: string;
  /** Further packages that an application must install. */
  readonly needs?: readonly string[];
  /** Reason why the package is never imported into an application. */
  readonly notImported?: string;
  readonly open: (folder: string) => Promise<PeerTools>;
}
