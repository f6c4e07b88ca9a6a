import type { PatchHunk } from "./patch-hunk.js";

/** The change of a patch to one file. Paths are as the patch spells them. */
export type FilePatch =
  | { readonly type: "create"; readonly path: string; readonly line: number; readonly text: string }
  | {
      readonly type: "delete";
      readonly path: string;
      readonly line: number;
      /** The content of the file according to the patch; absent when the patch does not show it. */
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
      /** Empty for a pure move. */
      readonly hunks: readonly PatchHunk[];
    };

/** A parsed patch, or the reason why it cannot be parsed. */
export type ReadPatch =
  | {
      readonly ok: true;
      /** At least one. */
      readonly files: readonly FilePatch[];
      /** Requests of the patch that are not fulfilled: modes of files. */
      readonly warnings: readonly string[];
    }
  | UnreadablePatch;

/** The reason why a patch cannot be parsed. */
export interface UnreadablePatch {
  readonly ok: false;
  /** The expected text and the found text, with the line of the patch. */
  readonly message: string;
}

/** Returns the error of a patch at a line (from 0). */
export function unreadable(at: number, message: string): UnreadablePatch {
  return { ok: false, message: `Line ${at + 1} of the patch: ${message}.` };
}
