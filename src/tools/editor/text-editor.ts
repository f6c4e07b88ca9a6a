import { type BoundOperation, bound, chosenOperation } from "../chosen-operation.js";
import { type CreateOutput, createOperation } from "../files/change/index.js";
import {
  type EditOutput,
  type EditWording,
  editOperation,
  type FileEditOutput,
} from "../files/edit/index.js";
import { type ReadOutput, type ReadWording, readOperation } from "../files/read/index.js";
import type { Operation } from "../operation.js";
import { insertOperation } from "./insert.js";

/** A command of an editor that views, creates and changes text files. */
export type TextEditorInput =
  | {
      readonly command: "view";
      readonly path: string;
      readonly range?: readonly [number, number] | undefined;
      readonly wording?: Partial<ReadWording> | undefined;
    }
  | { readonly command: "create"; readonly path: string; readonly text: string }
  | {
      readonly command: "replace";
      readonly path: string;
      readonly oldText: string;
      readonly newText: string;
      readonly wording?: Partial<EditWording> | undefined;
    }
  | {
      readonly command: "insert";
      readonly path: string;
      readonly line: number;
      readonly text: string;
      readonly wording?: Partial<EditWording> | undefined;
    };

/** Result of a command of the editor. */
export type TextEditorOutput =
  | { readonly command: "view"; readonly read: ReadOutput }
  | { readonly command: "create"; readonly created: CreateOutput }
  | { readonly command: "replace"; readonly edited: EditOutput }
  | { readonly command: "insert"; readonly edited: FileEditOutput };

/**
 * Views, creates and changes files: reads, writes and edits in one tool, each judged as what it does.
 *
 * Errors: those of reading, writing and editing, and `range-out-of-bounds` for an insertion.
 */
export const textEditorOperation: Operation<TextEditorInput, TextEditorOutput> = chosenOperation(
  { kind: "edit", annotations: { readOnlyHint: false, destructiveHint: true }, truncation: false },
  (input): BoundOperation<TextEditorOutput> => {
    switch (input.command) {
      case "view":
        return bound(
          readOperation,
          { path: input.path, range: input.range, wording: input.wording },
          (read) => ({ command: "view" as const, read }),
        );
      case "create":
        return bound(
          createOperation,
          { path: input.path, content: input.text, finalLineEnd: "as-given", contentName: "file_text" },
          (created) => ({ command: "create" as const, created }),
        );
      case "replace":
        return bound(editOperation, input, (edited) => ({ command: "replace" as const, edited }));
      case "insert":
        return bound(insertOperation, input, (edited) => ({ command: "insert" as const, edited }));
    }
  },
);
