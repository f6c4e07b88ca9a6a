import { type FileLocation, type ToolContext, ToolError } from "../../../contract/index.js";
import type { EditResult } from "../../../fuzzy/index.js";
import { createYield } from "../../../values/index.js";
import type { Operation } from "../../operation.js";
import { type EditThreads, editBeside } from "./edit-beside.js";
import { type CreatingEdit, editingOperation, type FileEditOutput, isCreation } from "./edit-file.js";
import { EditRegions } from "./edit-regions.js";
import {
  CREATED,
  type EditedFile,
  type EditedText,
  type MadeEdit,
  replaceText,
  requireEditableFile,
  requireReplacement,
  type TextReplacement,
} from "./edit-text.js";
import { DEFAULT_EDIT_WORDING, type EditWording } from "./edit-wording.js";

/** One of several replacements. */
export interface FileEdit extends TextReplacement {
  /** Optional repetition: must lead to the file of the call. */
  readonly path?: string | undefined;
}

/** The model's names of the tools and parameters in error messages. */
export interface MultiEditWording extends EditWording {
  /** The list of edits. */
  readonly edits: string;
}

/** Several replacements in one file. An empty old text may create the file in the first edit only. */
export interface MultiEditInput extends Pick<CreatingEdit, "path" | "emptyOldText"> {
  /** Applied in this order, each to the text that the previous one produced. At least one. */
  readonly edits: readonly FileEdit[];
  readonly wording?: Partial<MultiEditWording> | undefined;
}

/** Result of all edits together; each warning names its edit. */
export interface MultiEditOutput extends FileEditOutput {
  /** In the order of the edits. */
  readonly edits: readonly MadeEdit[];
}

/**
 * Makes several replacements in one file, one after the other and all or none, under its lock and with a single write.
 *
 * The first edit that fails is named by its number, with the remedy that a single edit would offer. Errors: those of a
 * single edit, `invalid-input` for an empty list and for an edit that names another file, `no-change` when the edits
 * cancel out.
 */
export const multiEditOperation: Operation<MultiEditInput, MultiEditOutput> = editingOperation(
  (input, context) => {
    const wording = { ...DEFAULT_WORDING, ...input.wording };
    return {
      wording,
      creation: () => asCreation(input, wording, context),
      check: (known) => checkedFile(input, wording, context, known),
      async edit(file) {
        const { path } = file;
        const edited = await withEdits(file, { edits: input.edits, done: [] }, wording, context);
        if (edited.content !== file.text) return edited;
        throw new ToolError(`Together the edits change nothing: ${path} would stay the same.`, {
          code: "no-change",
          absolutePath: path,
        });
      },
    };
  },
);

const DEFAULT_WORDING: MultiEditWording = { ...DEFAULT_EDIT_WORDING, edits: "edits" };

/** Checks everything that does not depend on the file's text; returns the real path. */
async function checkedFile(
  { path, edits }: MultiEditInput,
  wording: MultiEditWording,
  context: ToolContext,
  known: FileLocation | undefined,
): Promise<string> {
  if (edits.length === 0) {
    throw new ToolError(
      `${wording.edits} is empty. Pass at least one edit with ${wording.oldText} and ${wording.newText}.`,
      { code: "invalid-input" },
    );
  }
  const location = await requireEditableFile(path, wording, context, known);
  await requireEdits(edits, location, wording, context);
  return location.path;
}

/** Refuses an edit that names another file than the call, or that no text of the file could allow. */
async function requireEdits(
  edits: readonly FileEdit[],
  location: FileLocation,
  wording: MultiEditWording,
  context: ToolContext,
): Promise<void> {
  for (const [index, edit] of edits.entries()) {
    if (edit.path !== undefined) await requireSameFile(edit.path, location, index, context);
    await numbered(index, edits.length, () => requireReplacement(edit, location.path, wording));
  }
}

/** Requires that an edit names the file of the call, because the approval was for that file only. */
async function requireSameFile(
  path: string,
  outer: FileLocation,
  index: number,
  context: ToolContext,
): Promise<void> {
  const inner = await context.files.locate(path);
  if (inner.path === outer.path) return;
  throw new ToolError(
    `Edit ${index + 1} names ${inner.path}, but this call edits ${outer.path}. Nothing was changed. Leave the path of an edit out, and edit another file in a separate call.`,
    { code: "invalid-input", absolutePath: outer.path },
  );
}

type MadeEdits = Pick<MultiEditOutput, "edits">;

/** Returns the text of the file that the first edit creates, after all edits. */
async function asCreation(
  { path, edits, emptyOldText = "refuse" }: MultiEditInput,
  wording: MultiEditWording,
  context: ToolContext,
): Promise<EditedText<MadeEdits> | undefined> {
  const [first, ...rest] = edits;
  if (first === undefined || !(await isCreation({ ...first, path, emptyOldText }, context))) return undefined;
  const location = await context.files.locate(path);
  await requireEdits(edits, location, wording, context);
  const created = { text: first.newText, path: location.path };
  return withEdits(created, { edits: rest, done: [CREATED] }, wording, context);
}

async function withEdits(
  file: EditedFile,
  { edits, done }: { readonly edits: readonly FileEdit[]; readonly done: readonly MadeEdit[] },
  wording: EditWording,
  context: EditThreads,
): Promise<EditedText<MadeEdits>> {
  const pause = createYield(context.signal);
  const regions = new EditRegions();
  const made = [...done];
  const warnings: string[] = [];
  const count = done.length + edits.length;
  let { text: content, stale } = file;
  for (const edit of edits) {
    const index = made.length;
    await pause();
    const applied = await numbered(
      index,
      count,
      () => replaceText({ text: content, stale, path: file.path }, edit, wording, context),
      async () => (await editOf(file.text, edit, context)).ok,
    );
    const inBase = stale && (await editOf(stale.base, edit, context));
    // The text that was read advances with the edits, so that a later edit may contain the text of an earlier one.
    if (stale !== undefined && inBase?.ok) stale = { ...stale, base: inBase.content };
    regions.add(content, applied.content, applied.spans);
    content = applied.content;
    made.push(applied.made);
    warnings.push(...applied.warnings.map((warning) => `Edit ${index + 1}: ${warning}`));
  }
  return { content, spans: regions.spans, warnings, made: { edits: made } };
}

function editOf(
  content: string,
  { oldText, newText, replaceAll = false }: TextReplacement,
  context: EditThreads,
): Promise<EditResult> {
  return editBeside({ content, oldString: oldText, newString: newText, replaceAll }, context);
}

/** Runs the work of one edit and prefixes its refusal with the number of the edit. */
async function numbered<Result>(
  index: number,
  count: number,
  work: () => Result | Promise<Result>,
  fittedBefore?: () => Promise<boolean>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!ToolError.isInstance(error)) throw error;
    const which = count === 1 ? "The edit" : `Edit ${index + 1} of ${count}`;
    const outcome = count === 1 ? "was not made" : "failed, so none was made";
    const cause =
      index > 0 && (await fittedBefore?.())
        ? " It matches the current file, but the edits before it change that place; write it for the text after them."
        : "";
    throw new ToolError(`${which} ${outcome}: ${error.message}${cause}`, {
      code: error.code,
      cause: error,
      absolutePath: error.absolutePath,
    });
  }
}
