/** Size of a folder, with all below it. */
export interface FolderExtent {
  readonly entries: number;
  /** Bytes of its files, as their sizes say. */
  readonly bytes: number;
}

/**
 * Keeps removed folders that are too large to be held in memory, so that `undo` can restore them. A folder comes and goes by one
 * rename, so it must be on the volume of the trash.
 *
 * What is kept goes after a while, and earlier when there is too much of it, the oldest first.
 */
export interface Trash {
  /** The largest folder that is kept. */
  readonly limits: FolderExtent;
  /** Returns whether a folder on a volume (`FileStat.device`) can be kept. Never rejects. */
  takes(device: string | undefined): Promise<boolean>;
  /**
   * Makes room for a folder, and returns the real path that it is to be moved to: a free name in a folder that only this user
   * may use. `undefined` where it cannot be kept. Never rejects.
   */
  reserve(device: string | undefined, extent: FolderExtent): Promise<string | undefined>;
}
