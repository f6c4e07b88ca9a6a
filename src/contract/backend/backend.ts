import type { ApprovalStore } from "./approval-store.js";
import type { Diagnostics } from "./diagnostics.js";
import type { FileLocks } from "./file-locks.js";
import type { FileSystem } from "./file-system.js";
import type { IntentLog } from "./intent-log.js";
import type { ModuleLoader } from "./module-loader.js";
import type { OutputStore } from "./output-store.js";
import type { Repositories } from "./repositories.js";
import type { Search } from "./search.js";
import type { Shell } from "./shell.js";
import type { TextThreads } from "./text-threads.js";
import type { ThreadStore } from "./thread-store.js";
import type { Trash } from "./trash.js";
import type { PageReader } from "./web.js";

/** Where tools act: a machine, a container, a piece of memory. */
export interface Backend {
  /** For messages: `local`, `memory` ... */
  readonly name: string;
  readonly files: FileSystem;
  /** Locks that other processes respect; without them only the runtime itself takes turns. */
  readonly locks?: FileLocks;
  /** Where a change of several files is noted, for the case that its process is killed; takes `locks` to be of use. */
  readonly intentLog?: IntentLog;
  /** Where removed folders are kept that are too large for memory; without it their removal cannot be undone. */
  readonly trash?: Trash;
  /** The secret of approval requests and the record of answered ones; without it both end with the process. */
  readonly approvals?: ApprovalStore;
  readonly shell?: Shell;
  readonly search?: Search;
  /** Keeps whole outputs of which a model sees a part; without it what is cut is lost, and the notice says so. */
  readonly outputs?: OutputStore;
  /** Loads tools from modules; without it only programs can be discovered, where the shell runs them. */
  readonly modules?: ModuleLoader;
  /** Fetches pages from the web; without it `read_web_page` is not offered. */
  readonly pages?: PageReader;
  /** Keeps threads; without it `read_thread` and `find_thread` are not offered. */
  readonly threads?: ThreadStore;
  /** Computes long edits beside the event loop; without it they hold the loop up. */
  readonly textThreads?: TextThreads;
  /** Language servers; without them no errors are added to edits. */
  readonly diagnostics?: Diagnostics;
  /** Gets copies of git repositories; without it a librarian looks through local folders only. */
  readonly repositories?: Repositories;
  /** Ends everything the backend started. */
  dispose?(): Promise<void>;
}
