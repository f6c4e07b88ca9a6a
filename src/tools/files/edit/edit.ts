import type { Operation } from "../../operation.js";
import { type CreatingEdit, editingOperation, type FileEditOutput, isCreation } from "./edit-file.js";
import { CREATED, type MadeEdit, replaceText, requireEditableFile, requireReplacement } from "./edit-text.js";
import { DEFAULT_EDIT_WORDING, type EditWording } from "./edit-wording.js";

/** One replacement in one file. */
export interface EditInput extends CreatingEdit {
  readonly wording?: Partial<EditWording> | undefined;
}

/** Result of an edit. */
export interface EditOutput extends FileEditOutput, MadeEdit {}

/**
 * Replaces text in an existing file, under its lock and atomically, or refuses with a remedy and leaves the file
 * unchanged. For toolsets that allow it, an edit without old text creates the file.
 *
 * Errors: `not-found`, `no-match`, `multiple-matches` with all line numbers, `identical-strings`, `empty-match`,
 * `no-change`, `file-too-large` for a result that exceeds the limits, and the errors of the workspace.
 */
export const editOperation: Operation<EditInput, EditOutput> = editingOperation((input, context) => {
  const wording = { ...DEFAULT_EDIT_WORDING, ...input.wording };
  return {
    wording,
    async creation() {
      if (!(await isCreation(input, context))) return undefined;
      return { content: input.newText, spans: [], warnings: [], made: CREATED };
    },
    async check(known) {
      const { path } = await requireEditableFile(input.path, wording, context, known);
      requireReplacement(input, path, wording);
      return path;
    },
    edit: (file) => replaceText(file, input, wording, context),
  };
});
