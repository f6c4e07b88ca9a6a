/** An entry of the intent log, stored outside the process: the planned steps of a change. */
export interface IntentLogEntry {
  readonly id: string;
  /** Real paths of the files. */
  readonly paths: readonly string[];
  /** The steps, in a format that only the writer of the entry needs to understand. */
  readonly text: string;
  /**
   * Replaces the text, atomically, before the change deviates from the announced steps.
   *
   * @throws ToolError `no-space`, `access-denied` or `io-error`
   */
  update(text: string): Promise<void>;
  /** Removes the entry; a second call does nothing. Never rejects. */
  remove(): Promise<void>;
}

/** Options of an intent log entry. */
export interface IntentLogEntryOptions {
  /**
   * `machine` (the default): the entry is synced to the disk before the change starts. `process`: the entry
   * survives a kill of the process only.
   */
  readonly survives?: "process" | "machine";
}

/**
 * Log of intended changes, so that another process can finish a change whose process was killed.
 *
 * The writer of an entry holds the locks of all its files (`FileLocks`) until the entry is removed: a process
 * that finds an entry and gets those locks knows that the writer is dead. Store the entries with the locks:
 * only processes that share both can finish each other's changes.
 *
 * Each method must settle within a few seconds. A call cannot continue without its answer, because it would ignore or
 * lose the note of a change: while a method does not settle, the call waits until its time limit or until it is
 * cancelled, and its result comes up to 30 seconds later, as with any operation of a backend.
 */
export interface IntentLog {
  /**
   * Writes an entry.
   *
   * @throws ToolError `no-space`, `access-denied` or `io-error`
   */
  write(paths: readonly string[], text: string, options?: IntentLogEntryOptions): Promise<IntentLogEntry>;
  /**
   * Returns the entries that name any of the paths, a folder above one or anything below one, including those
   * of live processes. An entry is valid until it is removed, whatever its age. Never rejects.
   */
  find(paths: readonly string[]): Promise<readonly IntentLogEntry[]>;
  /**
   * Does the same as {@link find}, for a call that only reads: when there are no entries it costs almost
   * nothing and creates no folder. A read reports the entries it finds; without this method a read does not
   * search.
   */
  findForRead?(paths: readonly string[]): Promise<readonly IntentLogEntry[]>;
}
