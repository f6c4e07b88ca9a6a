import type { FileStat } from "../../contract/index.js";
import type { OverlayFile } from "./overlay-file.js";

/** A name of the base that the overlay removed. */
export interface OverlayWhiteout {
  readonly type: "nothing";
  readonly pinned: true;
}

/** A symlink, or a special file of the base that was moved. */
export interface OverlayAlias {
  readonly type: "symlink" | "other";
  readonly pinned: true;
  /** Original path in the base. */
  readonly origin?: string;
  readonly stat: FileStat;
  /** Target of a symlink. */
  readonly target?: string;
}

/** The state of a name in the overlay. */
export type OverlayNode = OverlayFile | OverlayAlias | OverlayDirectory | OverlayWhiteout;

/** One name in the overlay, in its directory's spelling. */
export interface OverlayEntry {
  readonly name: string;
  readonly node: OverlayNode;
}

/** The only whiteout; all removed names share it. */
export const WHITEOUT: OverlayWhiteout = { type: "nothing", pinned: true };

/**
 * A directory of the overlay: its own names over those of a directory of the base, if there is one. A node
 * that is not pinned only records that the directory is open, and does not differ from the base.
 */
export class OverlayDirectory {
  readonly type = "directory";
  /** Entries by name key. */
  readonly entries = new Map<string, OverlayEntry>();
  /** Parent directory; the directory itself for a root. */
  parent: OverlayDirectory = this;
  pinned = false;
  /** Set on removal, because a handle may outlive the directory. */
  removed = false;
  /** Time of the last change of its entries in the overlay. */
  modifiedAtMs: number | undefined;

  /**
   * @param base - real path of the underlying directory of the base
   * @param created - status of a directory that was created here
   */
  constructor(
    readonly base: string | undefined,
    readonly created?: FileStat,
  ) {}

  isInside(ancestor: OverlayDirectory): boolean {
    for (let directory: OverlayDirectory = this; ; directory = directory.parent) {
      if (directory === ancestor) return true;
      if (directory.parent === directory) return false;
    }
  }

  /** Marks that it and all its parents differ from the base. */
  pin(): void {
    for (let directory: OverlayDirectory = this; ; directory = directory.parent) {
      directory.pinned = true;
      if (directory.parent === directory) return;
    }
  }
}
