/** A held lock. */
export interface FileLock {
  /** True once somebody else may have taken the lock over: what it guarded must be checked before it is used. */
  readonly compromised: boolean;
  /** Gives the lock back; a second call does nothing. Never rejects. */
  release(): Promise<void>;
}

/**
 * Locks that other processes on the same machine respect too.
 *
 * A lock can be taken over wrongly (a process that stood still for longer than the lock's life), so a holder checks what it
 * is about to replace right before it does.
 */
export interface FileLocks {
  /**
   * Waits for the lock of a file, in the order of arrival within the process.
   *
   * @param path - absolute, symlinks resolved; the file need not exist. Or the identity of a file with several hard links,
   * which all its names share and which is locked beside the path
   * @throws ToolError `cancelled` when the signal is aborted meanwhile, `file-locked` when the lock cannot be had in time
   */
  acquire(path: string, options: { readonly signal: AbortSignal }): Promise<FileLock>;
}
