import type { FolderExtent } from "../backend/index.js";
import type { FileLocation } from "./file-location.js";
import type { TextFile, TextUpdateOptions } from "./text-file.js";

/** One file operation of a group that is carried out atomically. */
export type FileOperation =
  /** The file must not exist; parent folders are created. */
  | { readonly type: "create"; readonly path: string; readonly text: string }
  /** The file must exist; `update` returns the new text, or throws to refuse the whole group. */
  | ({
      readonly type: "update";
      readonly path: string;
      readonly update: (file: TextFile) => string | Promise<string>;
    } & TextUpdateOptions)
  | { readonly type: "delete"; readonly path: string }
  /**
   * The destination must not exist unless `overwrite` is set; `update` may change the text during the move.
   */
  | ({
      readonly type: "move";
      readonly path: string;
      readonly destination: string;
      readonly overwrite?: boolean;
      readonly update?: (file: TextFile) => string | Promise<string>;
    } & TextUpdateOptions);

/** The effect of one operation of a group. */
export interface AppliedOperation {
  readonly type: FileOperation["type"];
  readonly location: FileLocation;
  /** The destination of a move. */
  readonly destination?: FileLocation;
  /** The previous text, if it was a text file that was read. */
  readonly before?: string;
  readonly after?: string;
}

/** A file that `undo` restored. */
export interface UndoneChange {
  readonly type: "create" | "update" | "delete" | "move";
  /** Where the file is after the undo, absolute. */
  readonly path: string;
  /** For an undone move: the path that the file had been moved to. */
  readonly movedBackFrom?: string;
  /** Texts before and after the undo, if both are text. */
  readonly before?: string;
  readonly after?: string;
}

/**
 * Changes of files beyond a single text: removal, moves, groups, and undo of the last change.
 *
 * Every change is judged, locked, checked against the content that the session read, recorded in the
 * session's journal and reported as `file-edited`, like the changes of `WorkspaceFiles`.
 */
export interface FileChanges {
  /**
   * Removes a file, a symlink (not its target), an empty folder or, with `recursive`, a folder with
   * everything below it.
   *
   * Roots, their ancestors, the home folder and `/` are never removed (`protected-path`). Does not follow
   * symlinks and stays on one device. A non-empty folder without `recursive` fails with
   * `directory-not-empty`. Content that is too large to be held in memory for `undo`, or that cannot be read,
   * is moved to the trash of the backend if the trash accepts it, and is otherwise removed; `canBeUndone`
   * reports which.
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
   * Returns the maximum size of the folder at a path that {@link remove} keeps for `undo`: the limit of the
   * trash or, if the folder is on another volume than the trash, the limit of memory.
   */
  removalLimits(path: string): Promise<FolderExtent>;
  /**
   * Moves or renames a file or folder, even across devices, and creates the parent folders of the
   * destination.
   *
   * An existing destination fails with `already-exists` unless `overwrite` is set and both are files. If the
   * destination is an existing folder, the file is moved into it under its own name only if the path ends
   * with a separator. Never moves a root, its ancestors or a folder into itself.
   */
  move(
    source: string,
    destination: string,
    options?: { readonly overwrite?: boolean },
  ): Promise<{ readonly from: FileLocation; readonly to: FileLocation; readonly overwrote: boolean }>;
  /**
   * Carries out operations as one change: all are checked before the first write, a failure in the middle
   * undoes the completed ones, and the journal records them as one change. Returns one entry per operation,
   * in order. A path may appear in one operation only. Throws for an empty list (`no-change`).
   */
  applyTogether(operations: readonly FileOperation[]): Promise<readonly AppliedOperation[]>;
  /**
   * Undoes the session's last change of a file (or its last change of any file); a group is undone as a
   * whole.
   *
   * Refuses with `changed-since-edit` when a file differs from the result of the change, naming the lines
   * that differ, and with `nothing-to-undo` when the journal has no such change (the journal is bounded,
   * and the message states whether it dropped entries).
   */
  undo(options?: { readonly path?: string }): Promise<readonly UndoneChange[]>;
}
