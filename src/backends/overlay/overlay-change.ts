import type { FileType } from "../../contract/index.js";

/** One difference between an overlay and its base. */
export interface OverlayChange {
  /** Absolute path in the overlay; for a deletion, in the base. */
  readonly path: string;
  readonly type: "created" | "modified" | "deleted" | "moved";
  /** Type of the entry. For a folder, only the mode is ever modified. */
  readonly of: FileType;
  /** Path in the base of a moved entry. */
  readonly movedFrom?: string;
  /** Content in the base, for files that were modified, deleted or moved. */
  readonly before?: Uint8Array;
  /** Content in the overlay, for files that were created, modified or moved. */
  readonly after?: Uint8Array;
  /** Permission bits, for created entries and where they differ. */
  readonly mode?: { readonly before?: number; readonly after: number };
  /** Target of a symlink that was created or modified. */
  readonly target?: string;
}
