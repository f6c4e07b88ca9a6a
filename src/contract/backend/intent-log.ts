/** Intent log entry, kept outside of the process: the steps that a change is about to take. */
export interface IntentLogEntry {
  readonly id: string;
  /** Real paths of the files. */
  readonly paths: readonly string[];
  /** The steps, in a form that only the writer of the note needs to understand. */
  readonly text: string;
  /**
   * Replaces the text, at once or not at all, before the change takes another way than it had announced.
   *
   * @throws ToolError `no-space`, `access-denied` or `io-error`
   */
  update(text: string): Promise<void>;
  /** Removes the note; a second call does nothing. Never rejects. */
  remove(): Promise<void>;
}

/** How a note is written. */
export interface IntentLogEntryOptions {
  /** `machine` (the default): it is synced to the disk first. `process`: it survives a kill of the process only. */
  readonly survives?: "process" | "machine";
}

/**
 * Keeps an intent log of changes, so that another process can finish a change in the middle of which a process was killed.
 *
 * The writer of a note holds the locks of all its files (`FileLocks`) until the note is removed: a process that finds a note
 * and gets those locks knows that the writer is dead. Notes therefore belong where the locks are: only processes that share
 * both can finish each other's changes.
 */
export interface IntentLog {
  /**
   * Writes a note.
   *
   * @throws ToolError `no-space`, `access-denied` or `io-error`
   */
  write(paths: readonly string[], text: string, options?: IntentLogEntryOptions): Promise<IntentLogEntry>;
  /**
   * Returns the notes that name any of some paths, a folder above one or anything below one, even those of processes that
   * live. A note counts until it is removed, however old it is. Never rejects.
   */
  find(paths: readonly string[]): Promise<readonly IntentLogEntry[]>;
  /**
   * Does what {@link find} does, for a call that only reads: without notes it costs next to nothing and makes no folder. A read
   * reports what it finds; where the method is absent, it does not look.
   */
  findForRead?(paths: readonly string[]): Promise<readonly IntentLogEntry[]>;
}
