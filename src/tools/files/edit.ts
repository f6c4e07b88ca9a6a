import { type FileLocation, type ToolContext, ToolError } from "../../contract/index.js";
import { type AppliedEdit, applyEdit, type EditMatcher } from "../../fuzzy/index.js";
import type { Operation } from "../operation.js";
import { diffName } from "./display-path.js";
import { editRefusal } from "./edit-refusal.js";
import { filePreview, previewText } from "./file-preview.js";
import { secretFileError } from "./secret-file.js";
import { similarPaths, suggestionSentence } from "./similar-names.js";
import { changedLineRange, textChanges } from "./text-change.js";
import { unifiedDiff } from "./unified-diff.js";
import { requireWellFormed } from "./well-formed-text.js";

/** What the model calls the things that error messages speak of. */
export interface EditWording {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: string;
  /** The tool that creates files. */
  readonly createTool: string;
  /** The tool that reads files. */
  readonly readTool: string;
}

const DEFAULT_WORDING: EditWording = {
  oldText: "old_str",
  newText: "new_str",
  replaceAll: "replace_all",
  createTool: "create_file",
  readTool: "Read",
};

/** One replacement in one file. */
export interface EditInput {
  /** An existing text file. */
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
  /** Replace every place instead of refusing when there are several. Default false. */
  readonly replaceAll?: boolean;
  readonly wording?: Partial<EditWording>;
}

/** What an edit did. */
export interface EditOutput {
  /** Absolute, symlinks resolved. */
  readonly path: string;
  /** In git's unified form, named relative to the session's cwd. */
  readonly diff: string;
  /** First and last changed line, in the new text, from 1. */
  readonly lineRange: readonly [number, number];
  readonly replacements: number;
  /** How the text was found. */
  readonly matcher: EditMatcher;
  /** 1 for text that was found as it stands. */
  readonly similarity: number;
  /** What the model should know about a match that was not exact. */
  readonly warnings: readonly string[];
}

/**
 * Replaces text in an existing file, under its lock and atomically, or refuses with help and leaves it untouched.
 *
 * Errors: `not-found`, `no-match`, `multiple-matches` with all line numbers, `identical-strings`, `empty-match`,
 * `no-change`, `file-too-large` for a result no machine holds, and what the workspace refuses.
 */
export const editOperation: Operation<EditInput, EditOutput> = {
  kind: "edit",
  annotations: { readOnlyHint: false, destructiveHint: false },
  executionProfile: { resourceKeys: ({ path }) => [{ key: `file:${path}`, mode: "write" }] },
  facts: ({ path }) => ({ paths: [{ path, access: "write" }] }),
  preview: (input, context) => filePreview(() => previewDiff(input, context)),
  async run(input, context) {
    const wording = { ...DEFAULT_WORDING, ...input.wording };
    await editableLocation(input, wording, context);
    const { location, before, edit } = await context.files.updateText(input.path, (file) => {
      const applied = editedText(file.text, file.location.path, input, wording);
      return { text: applied.content, before: file.text, edit: applied };
    });
    context.note({ matcher: edit.matcher, similarity: edit.similarity, replacements: edit.spans.length });
    const changes = textChanges(before, edit.content, edit.spans);
    return {
      path: location.path,
      diff: unifiedDiff(diffName(location.path, context.cwd), before, edit.content, changes),
      lineRange: changedLineRange(edit.content, changes),
      replacements: edit.spans.length,
      matcher: edit.matcher,
      similarity: edit.similarity,
      warnings: edit.warnings,
    };
  },
};

async function editableLocation(
  { path, oldText, newText }: EditInput,
  wording: EditWording,
  context: ToolContext,
): Promise<FileLocation> {
  const location = await context.files.locate(path);
  if (location.stat === undefined) {
    const similar = await similarPaths(location.path, context);
    throw new ToolError(
      `file not found. Cannot update a file that doesn't exist. There is no ${location.path}.${suggestionSentence(similar)} To make a new file use ${wording.createTool}.`,
      { code: "not-found", absolutePath: location.path },
    );
  }
  if (oldText === newText) {
    throw editRefusal(
      { ok: false, reason: "identical-strings", message: "", hints: [] },
      location.path,
      wording,
    );
  }
  if (location.secret) throw secretFileError(location.path);
  requireWellFormed(newText, wording.newText);
  return location;
}

function editedText(text: string, path: string, input: EditInput, wording: EditWording): AppliedEdit {
  const outcome = applyEdit({
    content: text,
    oldString: input.oldText,
    newString: input.newText,
    replaceAll: input.replaceAll ?? false,
  });
  if (!outcome.ok) throw editRefusal(outcome, path, wording);
  return outcome;
}

async function previewDiff(input: EditInput, context: ToolContext): Promise<string> {
  const wording = { ...DEFAULT_WORDING, ...input.wording };
  const { path } = await editableLocation(input, wording, context);
  const text = await previewText(input.path, context);
  const edit = editedText(text, path, input, wording);
  const changes = textChanges(text, edit.content, edit.spans);
  return unifiedDiff(diffName(path, context.cwd), text, edit.content, changes);
}
