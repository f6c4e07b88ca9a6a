import type { FileLocks } from "./file-locks.js";
import type { FileSystem } from "./file-system.js";
import type { Search } from "./search.js";
import type { Shell } from "./shell.js";

/** Where tools act: a machine, a container, a piece of memory. */
export interface Backend {
  /** For messages: `local`, `memory` ... */
  readonly name: string;
  readonly files: FileSystem;
  /** Locks that other processes respect; without them only the runtime itself takes turns. */
  readonly locks?: FileLocks;
  readonly shell?: Shell;
  readonly search?: Search;
  /** Ends everything the backend started. */
  dispose?(): Promise<void>;
}
