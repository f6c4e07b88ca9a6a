import type { ApprovalStore } from "./approval-store.js";
import type { Diagnostics, SyntaxCheck } from "./diagnostics.js";
import type { FileLocks } from "./file-locks.js";
import type { FileSystem } from "./file-system.js";
import type { BackendGuarantees } from "./guarantees.js";
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

/** Environment that tools act on: a machine, a container or memory. */
export interface Backend {
  /** Used in messages: `local`, `memory` ... */
  readonly name: string;
  /** Promises that the backend keeps; without it, all that its ports state. Tools check more where less is promised. */
  readonly guarantees?: BackendGuarantees;
  readonly files: FileSystem;
  /** Locks that other processes respect; without them only the calls of this runtime are kept apart. */
  readonly locks?: FileLocks;
  /**
   * Record of changes of several files, used when their process is killed; effective only together with
   * `locks`.
   */
  readonly intentLog?: IntentLog;
  /** Storage for removed folders that are too large for memory; without it their removal cannot be undone. */
  readonly trash?: Trash;
  /** Secret of approval requests and record of the answered ones; without it both end with the process. */
  readonly approvals?: ApprovalStore;
  readonly shell?: Shell;
  readonly search?: Search;
  /**
   * Stores the full texts of truncated outputs. Without it the omitted part is lost, and the notice states
   * this.
   */
  readonly outputs?: OutputStore;
  /**
   * Loads tools from modules; without it only programs can be discovered, and only if the shell can run
   * programs.
   */
  readonly modules?: ModuleLoader;
  /** Fetches pages from the web; without it `read_web_page` is not offered. */
  readonly pages?: PageReader;
  /** Stores threads; without it `read_thread` and `find_thread` are not offered. */
  readonly threads?: ThreadStore;
  /** Computes long edits outside the event loop; without it they block the loop. */
  readonly textThreads?: TextThreads;
  /** Parsers; without them, results of edits contain no errors of syntax. */
  readonly syntax?: SyntaxCheck;
  /** Language servers; without them, results of edits contain no errors. */
  readonly diagnostics?: Diagnostics;
  /** Fetches copies of git repositories; without it a librarian searches local folders only. */
  readonly repositories?: Repositories;
  /** Stops everything that the backend started. */
  dispose?(): Promise<void>;
}
