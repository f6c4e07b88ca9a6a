import type { PatchHunk } from "../../../fuzzy/index.js";

/** What a patch does to one file. Paths are as the patch spells them. */
export type FilePatch =
  | { readonly type: "create"; readonly path: string; readonly line: number; readonly text: string }
  | {
      readonly type: "delete";
      readonly path: string;
      readonly line: number;
      /** What the patch says is in the file; absent when it does not say. */
      readonly hunks?: readonly PatchHunk[];
    }
  | {
      readonly type: "update";
      readonly path: string;
      readonly line: number;
      readonly hunks: readonly PatchHunk[];
    }
  | {
      readonly type: "move";
      readonly path: string;
      readonly destination: string;
      readonly line: number;
      /** Empty for a mere move. */
      readonly hunks: readonly PatchHunk[];
    };

/** A patch that was read, or why it cannot be. */
export type ReadPatch =
  | {
      readonly ok: true;
      /** At least one. */
      readonly files: readonly FilePatch[];
      /** What the patch asks for and does not get: modes of files. */
      readonly warnings: readonly string[];
    }
  | UnreadablePatch;

/** Why a patch cannot be read. */
export interface UnreadablePatch {
  readonly ok: false;
  /** What was expected at which line of the patch, and what stands there. */
  readonly message: string;
}
