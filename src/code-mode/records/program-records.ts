/** One stored log of a program. */
export interface ProgramRecord {
  /** The entries of an earlier run that did not end, as they were appended; empty for a new program. */
  readonly entries: readonly unknown[];
  /** Appends an entry; it must survive the end of the process when the promise resolves. */
  append(entry: unknown): Promise<void>;
  /** Removes the record of a program that has ended. */
  remove(): Promise<void>;
}

/**
 * Stores the logs of programs, so that a program whose process was killed continues when the host executes the same call
 * again: finished calls are not repeated.
 */
export interface ProgramRecords {
  /**
   * Opens the record of a program.
   *
   * @param key - identifies the call and its program; at most 64 letters and digits
   */
  open(key: string): Promise<ProgramRecord>;
}

/** Returns records that are not stored: the default. */
export function noRecords(): ProgramRecords {
  return { open: async () => ({ entries: [], append: async () => {}, remove: async () => {} }) };
}
