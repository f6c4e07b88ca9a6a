import type { FolderExtent } from "../backend/index.js";
import type { FileLocation } from "./file-location.js";
import type { TextFile } from "./text-file.js";

/** One file operation of a group that is carried out as a whole or not at all. */
export type FileOperation =
  /** The file must not exist; parent folders are made. */
  | { readonly type: "create"; readonly path: string; readonly text: string }
  /** The file must exist; `update` gives the new text or throws to refuse the whole group. */
  | {
      readonly type: "update";
      readonly path: string;
      readonly update: (file: TextFile) => string | Promise<string>;
    }
  | { readonly type: "delete"; readonly path: string }
  /** The destination must not exist unless `overwrite` says so; `update` may change the text on the way. */
  | {
      readonly type: "move";
      readonly path: string;
      readonly destination: string;
      readonly overwrite?: boolean;
      readonly update?: (file: TextFile) => string | Promise<string>;
    };

/** What an operation of a group did. */
export interface AppliedOperation {
  readonly type: FileOperation["type"];
  readonly location: FileLocation;
  /** Where a move went. */
  readonly destination?: FileLocation;
  /** The text before, where it was a text file that was read. */
  readonly before?: string;
  readonly after?: string;
}

/** What `undo` brought back. */
export interface UndoneChange {
  readonly type: "create" | "update" | "delete" | "move";
  /** Where the file is after the undo, absolute. */
  readonly path: string;
  /** For a move that was taken back: where it had been moved to. */
  readonly movedBackFrom?: string;
  /** Texts before and after the undo, where both are text. */
  readonly before?: string;
  readonly after?: string;
}

/**
 * Changes of files beyond a single text: removal, moves, groups, and taking the last change back.
 *
 * Every change is judged, locked, checked against what the session read, recorded in the session's journal and reported
 * as `file-edited`, like those of `WorkspaceFiles`.
 */
export interface FileChanges {
  /**
   * Removes a file, a symlink (not what it leads to), an empty folder or, with `recursive`, a folder with all below it.
   *
   * Roots, their ancestors, the home folder and `/` are never removed (`protected-path`). Does not follow symlinks and
   * stays on one device. A folder that is not empty without `recursive` is `directory-not-empty`. What is too large to be kept
   * in memory for `undo`, or cannot be read, is kept in the trash of the backend where that takes it, and is removed all the same
   * where not; `canBeUndone` tells.
   */
  remove(
    path: string,
    options?: { readonly recursive?: boolean },
  ): Promise<{
    readonly location: FileLocation;
    readonly removedFiles: number;
    readonly canBeUndone: boolean;
  }>;
  /**
   * Returns how large the folder at a path may be for {@link remove} to keep it for `undo`: as large as the trash takes, or, where
   * the folder is on another volume than the trash, as memory takes.
   */
  removalLimits(path: string): Promise<FolderExtent>;
  /**
   * Moves or renames a file or folder, across devices too, making the parent folders of the destination.
   *
   * A destination that exists is `already-exists` unless `overwrite` is set and both are files; a destination that is an
   * existing folder takes the file in under its own name only when the path ends with a separator. Never moves a root,
   * its ancestors or a folder into itself.
   */
  move(
    source: string,
    destination: string,
    options?: { readonly overwrite?: boolean },
  ): Promise<{ readonly from: FileLocation; readonly to: FileLocation; readonly overwrote: boolean }>;
  /**
   * Carries out operations as one: all are checked before the first write, a failure in the middle takes back what was
   * done, and the journal holds them as one change. Gives one entry per operation, in order. A path may appear in one
   * operation only. Throws for an empty list (`no-change`).
   */
  applyTogether(operations: readonly FileOperation[]): Promise<readonly AppliedOperation[]>;
  /**
   * Takes back the session's last change of a file (or its last change of anything), a group as a whole.
   *
   * Refuses with `changed-since-edit` when a file is no longer what the change left, naming the lines that differ, and
   * with `nothing-to-undo` when the journal holds no such change (it is bounded, and says so when it dropped some).
   */
  undo(options?: { readonly path?: string }): Promise<readonly UndoneChange[]>;
}
