import type { FileStat } from "../../contract/index.js";
import type { OverlayFile } from "./overlay-file.js";

/** A name that the base has and the overlay took away. */
export interface OverlayWhiteout {
  readonly type: "nothing";
  readonly pinned: true;
}

/** A symlink, or a special file of the base that has another place now. */
export interface OverlayAlias {
  readonly type: "symlink" | "other";
  readonly pinned: true;
  /** Where it came from in the base. */
  readonly origin?: string;
  readonly stat: FileStat;
  /** What a symlink says. */
  readonly target?: string;
}

/** What the overlay knows about a name. */
export type OverlayNode = OverlayFile | OverlayAlias | OverlayDirectory | OverlayWhiteout;

/** One name that the overlay knows about, spelled as its directory spells it. */
export interface OverlayEntry {
  readonly name: string;
  readonly node: OverlayNode;
}

/** The one whiteout there needs to be. */
export const WHITEOUT: OverlayWhiteout = { type: "nothing", pinned: true };

/**
 * A directory as the overlay knows it: names of its own over those of a directory of the base, if there is one.
 *
 * A node that is not pinned only remembers that somebody has the directory open: it says nothing that the base does not.
 */
export class OverlayDirectory {
  readonly type = "directory";
  /** By name key. */
  readonly entries = new Map<string, OverlayEntry>();
  /** Where it hangs; itself for a root. */
  parent: OverlayDirectory = this;
  pinned = false;
  /** A handle may outlive the directory. */
  removed = false;
  /** When something in it was changed here. */
  modifiedAtMs: number | undefined;

  /**
   * @param base - real path of the directory of the base that shows through
   * @param created - facts of a directory that was created here
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

  /** Marks that it, and so every directory above, is not just what the base has. */
  pin(): void {
    for (let directory: OverlayDirectory = this; ; directory = directory.parent) {
      directory.pinned = true;
      if (directory.parent === directory) return;
    }
  }
}
