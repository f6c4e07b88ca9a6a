import type { Operation } from "../../operation.js";
import {
  diffName,
  editingKeys,
  filePreview,
  guidanceOfNewFolder,
  previewText,
  reportingInOrder,
} from "../../paths/index.js";
import { changedLineRange, textChanges, unifiedDiff } from "../diff/index.js";
import { createByEdit, creationDiff, isCreation } from "./edit-creation.js";
import type { EditOutput } from "./edit-output.js";
import { replaceText, requireEditableFile, requireReplacement, type TextReplacement } from "./edit-text.js";
import { DEFAULT_EDIT_WORDING, type EditWording } from "./edit-wording.js";

/** One replacement in one file. */
export interface EditInput extends TextReplacement {
  /** An existing text file, or a new one if an empty old text may create it. */
  readonly path: string;
  /** Whether an empty old text creates a missing file with the new text. Default `"refuse"`. */
  readonly emptyOldText?: "refuse" | "create" | undefined;
  readonly wording?: Partial<EditWording> | undefined;
}

/**
 * Replaces text in an existing file, under its lock and atomically, or refuses with a remedy and leaves the file
 * unchanged. For toolsets that allow it, an edit without old text creates the file.
 *
 * Errors: `not-found`, `no-match`, `multiple-matches` with all line numbers, `identical-strings`, `empty-match`,
 * `no-change`, `file-too-large` for a result that exceeds the limits, and the errors of the workspace.
 */
export const editOperation: Operation<EditInput, EditOutput> = reportingInOrder({
  kind: "edit",
  annotations: { readOnlyHint: false, destructiveHint: false },
  executionProfile: { resourceKeys: ({ path }, { cwd }) => editingKeys(path, cwd) },
  facts: ({ path }) => ({ paths: [{ path, access: "write" }] }),
  preview: (input, context) =>
    filePreview(async () => {
      const wording = { ...DEFAULT_EDIT_WORDING, ...input.wording };
      if (await isCreation(input, context)) return creationDiff(input, wording, context);
      const { path } = await requireEditableFile(input.path, wording, context);
      requireReplacement(input, path, wording);
      const text = await previewText(input.path, context);
      const edit = await replaceText(text, path, input, wording, context);
      const changes = await textChanges(text, edit.content, edit.spans);
      return await unifiedDiff(diffName(path, context.cwd), text, edit.content, changes);
    }),
  async run(input, context) {
    const wording = { ...DEFAULT_EDIT_WORDING, ...input.wording };
    if (await isCreation(input, context)) return createByEdit(input, wording, context);
    requireReplacement(input, (await requireEditableFile(input.path, wording, context)).path, wording);
    const { location, before, edit } = await context.files.updateText(input.path, async (file) => {
      const applied = await replaceText(file.text, file.location.path, input, wording, context);
      return { text: applied.content, before: file.text, edit: applied };
    });
    context.note({ matcher: edit.matcher, similarity: edit.similarity, replacements: edit.spans.length });
    const changes = await textChanges(before, edit.content, edit.spans);
    return {
      path: location.path,
      created: false,
      diff: await unifiedDiff(diffName(location.path, context.cwd), before, edit.content, changes),
      lineRange: changedLineRange(edit.content, changes),
      replacements: edit.spans.length,
      matcher: edit.matcher,
      similarity: edit.similarity,
      warnings: edit.warnings,
      guidance: await guidanceOfNewFolder(location.path, context),
    };
  },
});
