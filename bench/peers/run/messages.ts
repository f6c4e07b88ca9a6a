/** A request to a worker. */
export type WorkerRequest =
  /** Opens the tools of the peer in a folder, for one row. */
  | { readonly type: "open"; readonly row: string; readonly folder: string }
  /** Repeats the work of an opened timed row. */
  | { readonly type: "repeat" }
  /** Runs an opened row that counts. */
  | { readonly type: "count" }
  /** Closes the tools of the row. */
  | { readonly type: "close" };

/** An answer of a worker. */
export type WorkerAnswer =
  | { readonly type: "ready" }
  | { readonly type: "none" }
  | {
      readonly type: "repeated";
      readonly ms: number;
      readonly processorMs: number;
      readonly memoryMb: number;
    }
  | { readonly type: "counted"; readonly text: string; readonly score: number }
  | { readonly type: "failed"; readonly reason: string };
