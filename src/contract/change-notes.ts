/** A note, kept outside of the process, of what a change is about to do to several files. */
export interface ChangeNote {
  readonly id: string;
  /** Real paths of the files. */
  readonly paths: readonly string[];
  /** What was written down. */
  readonly text: string;
  /** Takes the note away; a second call does nothing. Never rejects. */
  remove(): Promise<void>;
}

/**
 * Keeps notes of changes of several files, so that another process can finish what a killed one has begun.
 *
 * Whoever writes a note holds the locks of all its files (`FileLocks`) until it is removed: who finds a note and gets
 * those locks knows that its writer is dead.
 */
export interface ChangeNotes {
  /**
   * Writes a note so that it survives the end of the process and of the machine.
   *
   * @throws ToolError `no-space`, `access-denied` or `io-error`
   */
  write(paths: readonly string[], text: string): Promise<ChangeNote>;
  /** The notes of the last hour that name any of some paths, also those of processes that live. Never rejects. */
  find(paths: readonly string[]): Promise<readonly ChangeNote[]>;
}
