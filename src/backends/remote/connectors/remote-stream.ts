/** A pair of streams to a worker. */
export interface RemoteStream {
  /** Bytes from the worker. */
  readonly input: AsyncIterable<Uint8Array>;
  /** Sends bytes to the worker, in order. Resolves when more can be sent; rejects when the worker cannot be reached. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends both directions and what the connector started. Never throws. */
  close(): void;
  /** Returns what is known about the end of the connection, for messages: the error output of `ssh`, for example. */
  problem?(): string | undefined;
}

/**
 * Connects to a worker: starts `collet serve --stdio` and returns its streams. Called again when a connection was lost.
 */
export type Connector = () => Promise<RemoteStream> | RemoteStream;
