/** The location of a stored output, or the reason why it was not stored. */
export type StoredOutput =
  | {
      readonly kept: true;
      /** Absolute, symlinks resolved; Read and Grep of the session can read it without a question. */
      readonly path: string;
      /** Bytes in the store. */
      readonly bytes: number;
      /** Bytes from the middle of an output that exceed the store's limit and are not stored; usually 0. */
      readonly omittedBytes: number;
    }
  | {
      readonly kept: false;
      /** Written for the model: follows "The full output was not kept: ", without a full stop. */
      readonly reason: string;
    };

/**
 * Receives an output while it is produced. Never throws or rejects: a store that fails costs the path in a
 * notice, not the result.
 */
export interface OutputWriter {
  /**
   * Appends bytes; the buffer may be reused afterwards. A small output does not touch the disk before
   * `finish`.
   */
  append(bytes: Uint8Array): void;
  /**
   * Ends the output and stores it. A second call returns the same result; bytes appended later are ignored.
   */
  finish(): Promise<StoredOutput>;
  /** Ends the output and stores nothing: for an output that the model has seen in full. */
  discard(): Promise<void>;
}

/** Opens stored outputs on behalf of one call, whose session may read them. */
export interface CallOutputs {
  /** Costs nothing until bytes are appended. Without a store, the result of `finish` states the reason. */
  open(): OutputWriter;
}

/**
 * Storage of the full outputs of which a model sees only a part: a port of the backend, because Read and Grep
 * must reach the files there.
 */
export interface OutputStore {
  /** Opens an output that the session owns. */
  open(owner: { readonly sessionId: string }): OutputWriter;
  /**
   * Returns whether an absolute path without symlinks is an output that one of the sessions owns. Checks the
   * name only.
   */
  owns(path: string, sessionIds: readonly string[]): boolean;
  /** Removes expired outputs, and the oldest ones if the total is too large. Never rejects. */
  clean(): Promise<void>;
}
