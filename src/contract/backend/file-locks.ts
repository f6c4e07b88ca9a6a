/** A held file lock. */
export interface FileLock {
  /** True once another process may have taken the lock over: check the guarded files before you use them. */
  readonly compromised: boolean;
  /** Releases the lock; a second call does nothing. Never rejects. */
  release(): Promise<void>;
}

/**
 * File locks that other processes on the same machine respect too.
 *
 * A lock can be taken over wrongly (from a process that was suspended for longer than the lifetime of the
 * lock), so a holder checks the file right before it replaces it.
 */
export interface FileLocks {
  /**
   * Waits for the lock of a file; requests of one process are served in order of arrival.
   *
   * @param path - absolute, symlinks resolved; the file need not exist. Or the identity of a file with
   *   several hard links, which all its names share and which is locked in addition to the path
   * @throws ToolError `cancelled` when the signal is aborted meanwhile, `file-locked` when the lock is not
   *   free in time
   */
  acquire(path: string, options: { readonly signal: AbortSignal }): Promise<FileLock>;
}
