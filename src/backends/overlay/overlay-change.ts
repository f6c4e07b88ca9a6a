import type { FileType } from "../../contract/index.js";

/** One difference between an overlay and its base. */
export interface OverlayChange {
  /** Absolute. Where it is in the overlay; for something deleted, where it is in the base. */
  readonly path: string;
  readonly type: "created" | "modified" | "deleted" | "moved";
  /** What it is. Of a folder, only the mode is ever modified. */
  readonly of: FileType;
  /** Where it is in the base, for something moved. */
  readonly movedFrom?: string;
  /** The content in the base: of files that were modified, deleted or moved. */
  readonly before?: Uint8Array;
  /** The content in the overlay: of files that were created, modified or moved. */
  readonly after?: Uint8Array;
  /** The permission bits, of what was created and where they differ. */
  readonly mode?: { readonly before?: number; readonly after: number };
  /** What a symlink says that was created or modified. */
  readonly target?: string;
}
