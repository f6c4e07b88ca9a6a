import { bound, chosenOperation } from "../chosen-operation.js";
import type { Operation } from "../operation.js";
import {
  createMemoryOperation,
  deleteMemoryOperation,
  insertInMemoryOperation,
  renameMemoryOperation,
  replaceInMemoryOperation,
} from "./change-memory.js";
import type { MemoryFolder } from "./memory-path.js";
import { viewMemoryOperation } from "./view-memory.js";

/** A command of the memory tool. Paths begin with `/memories`. */
export type MemoryCommand = { readonly path: string } & (
  | { readonly command: "view"; readonly range?: readonly [number, number] | undefined }
  | { readonly command: "create"; readonly text: string }
  | { readonly command: "replace"; readonly oldText: string; readonly newText: string }
  | { readonly command: "insert"; readonly line: number; readonly text: string }
  | { readonly command: "delete" }
  | { readonly command: "rename"; readonly destination: string }
);

/**
 * Views and changes notes of an agent in one folder, in the words of Anthropic's memory tool. Each command is judged as what it does
 * to the files of that folder; no path and no symlink leads out of it.
 *
 * Errors: `invalid-path`, `not-found`, `already-exists`, `no-match`, `multiple-matches`, `range-out-of-bounds`, and those of the
 * workspace.
 */
export const memoryOperation: Operation<MemoryCommand & { readonly folder: MemoryFolder }, string> =
  chosenOperation({ kind: "edit", annotations: { readOnlyHint: false, destructiveHint: true } }, (input) => {
    switch (input.command) {
      case "view":
        return bound(viewMemoryOperation, input, text);
      case "create":
        return bound(createMemoryOperation, input, text);
      case "replace":
        return bound(replaceInMemoryOperation, input, text);
      case "insert":
        return bound(insertInMemoryOperation, input, text);
      case "delete":
        return bound(deleteMemoryOperation, input, text);
      case "rename":
        return bound(renameMemoryOperation, input, text);
    }
  });

function text(output: string): string {
  return output;
}
