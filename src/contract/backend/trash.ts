/** Size of a folder, including everything below it. */
export interface FolderExtent {
  readonly entries: number;
  /** Sum of the sizes of its files. */
  readonly bytes: number;
}

/**
 * Storage for removed folders that are too large for memory, so that `undo` can restore them. Each folder is
 * moved in and out by one rename, so it must be on the volume of the trash.
 *
 * Folders are deleted after a while, and earlier when the total is too large, the oldest first.
 */
export interface Trash {
  /** The largest folder that the trash keeps. */
  readonly limits: FolderExtent;
  /** Returns whether a folder on a volume (`FileStat.device`) can be kept. Never rejects. */
  takes(device: string | undefined): Promise<boolean>;
  /**
   * Makes space for a folder, and returns the real path to move it to: a free name in a folder that only this
   * user may use. Returns `undefined` if the folder cannot be kept. Never rejects.
   */
  reserve(device: string | undefined, extent: FolderExtent): Promise<string | undefined>;
}
