/** How an output was kept, or why not. */
export type StoredOutput =
  | {
      readonly kept: true;
      /** Absolute, symlinks resolved; Read and Grep of the session reach it without asking. */
      readonly path: string;
      /** Bytes in the store. */
      readonly bytes: number;
      /** Bytes that are not in the store, from the middle of an output beyond the store's limit; mostly 0. */
      readonly omittedBytes: number;
    }
  | {
      readonly kept: false;
      /** For the model, to follow "The full output was not kept: ", without a full stop. */
      readonly reason: string;
    };

/**
 * Takes an output while it comes. Nothing of it ever throws or rejects: a store that fails costs the path in a notice,
 * never the result.
 */
export interface OutputWriter {
  /** Adds bytes; the buffer may be reused afterwards. A small output touches no disk before `finish`. */
  append(bytes: Uint8Array): void;
  /** Ends the output and keeps it. A second call gives the same answer; what is appended later is ignored. */
  finish(): Promise<StoredOutput>;
  /** Ends the output and keeps nothing: for one that the model has seen whole. */
  discard(): Promise<void>;
}

/** Opens stored outputs on behalf of one call, whose session may read them. */
export interface CallOutputs {
  /** Costs nothing until something is appended. Without a store, `finish` says so. */
  open(): OutputWriter;
}

/**
 * Where whole outputs are kept of which a model sees only a part: a port of the backend, because Read and Grep must reach
 * them there.
 */
export interface OutputStore {
  /** Opens an output that the session owns. */
  open(owner: { readonly sessionId: string }): OutputWriter;
  /** Whether an absolute path without symlinks is an output that one of the sessions owns. Looks at the name only. */
  owns(path: string, sessionIds: readonly string[]): boolean;
  /** Removes what is past its time, or the oldest where there is too much. Never rejects. */
  clean(): Promise<void>;
}
