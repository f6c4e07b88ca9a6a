import { type FileLocation, type ToolContext, ToolError } from "../../../contract/index.js";
import type { MatcherName } from "../../../fuzzy/index.js";
import { createYield } from "../../../values/index.js";
import type { Operation } from "../../operation.js";
import {
  type DiscoveredGuidance,
  diffName,
  editingKeys,
  filePreview,
  guidanceOfNewFolder,
  previewText,
  reportingInOrder,
} from "../../paths/index.js";
import { type ChangedSpan, changedLineRange, textChanges, unifiedDiff } from "../diff/index.js";
import { type EditThreads, editBeside } from "./edit-beside.js";
import { type CreatingEdit, createByEdit, creationDiff, isCreation } from "./edit-creation.js";
import { EditRegions } from "./edit-regions.js";
import { replaceText, requireEditableFile, requireReplacement, type TextReplacement } from "./edit-text.js";
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

/** Several replacements in one file. */
export interface MultiEditInput {
  /** An existing text file, or a new one if the first edit may create it. */
  readonly path: string;
  /** Whether an empty old text in the first edit creates a missing file. Default `"refuse"`. */
  readonly emptyOldText?: "refuse" | "create" | undefined;
  /** Applied in this order, each to the text that the previous one produced. At least one. */
  readonly edits: readonly FileEdit[];
  readonly wording?: Partial<MultiEditWording> | undefined;
}

/** Result of one of the edits. */
export interface MadeEdit {
  readonly replacements: number;
  readonly matcher: MatcherName;
  readonly similarity: number;
}

/** Result of all edits together. */
export interface MultiEditOutput {
  /** Absolute, symlinks resolved. */
  readonly path: string;
  /** Whether the first edit created the file. */
  readonly created: boolean;
  /** One diff for all edits, in git's unified format. */
  readonly diff: string;
  /** First and last changed line, in the new text, from 1. */
  readonly lineRange: readonly [number, number];
  /** In the order of the edits. */
  readonly edits: readonly MadeEdit[];
  /** Warnings for the model about matches that were not exact, each with the number of its edit. */
  readonly warnings: readonly string[];
  readonly guidance: readonly DiscoveredGuidance[];
}

/**
 * Makes several replacements in one file, one after the other and all or none, under its lock and with a single write.
 *
 * The first edit that fails is named by its number, with the remedy that a single edit would offer. Errors: those of a
 * single edit, `invalid-input` for an empty list and for an edit that names another file, `no-change` when the edits
 * cancel out.
 */
export const multiEditOperation: Operation<MultiEditInput, MultiEditOutput> = reportingInOrder({
  kind: "edit",
  annotations: { readOnlyHint: false, destructiveHint: false },
  executionProfile: { resourceKeys: ({ path }, { cwd }) => editingKeys(path, cwd) },
  facts: ({ path }) => ({ paths: [{ path, access: "write" }] }),
  preview: (input, context) =>
    filePreview(async () => {
      const wording = { ...DEFAULT_WORDING, ...input.wording };
      const creation = await asCreation(input, wording, context);
      if (creation !== undefined) return creationDiff(creation, wording, context);
      const { path } = await checkedFile(input, wording, context);
      const text = await previewText(input.path, context);
      const { content, spans } = await editedText(text, path, input.edits, wording, context);
      const changes = await textChanges(text, content, spans);
      return await unifiedDiff(diffName(path, context.cwd), text, content, changes);
    }),
  async run(input, context) {
    const wording = { ...DEFAULT_WORDING, ...input.wording };
    const creation = await asCreation(input, wording, context);
    if (creation !== undefined) {
      const { made, warnings } = creation;
      context.note({ edits: made });
      return { ...(await createByEdit(creation, wording, context)), edits: made, warnings };
    }
    await checkedFile(input, wording, context);
    const { location, before, edited } = await context.files.updateText(input.path, async (file) => {
      const result = await editedText(file.text, file.location.path, input.edits, wording, context);
      return { text: result.content, before: file.text, edited: result };
    });
    context.note({ edits: edited.made });
    const changes = await textChanges(before, edited.content, edited.spans);
    return {
      path: location.path,
      created: false,
      diff: await unifiedDiff(diffName(location.path, context.cwd), before, edited.content, changes),
      lineRange: changedLineRange(edited.content, changes),
      edits: edited.made,
      warnings: edited.warnings,
      guidance: await guidanceOfNewFolder(location.path, context),
    };
  },
});

const DEFAULT_WORDING: MultiEditWording = { ...DEFAULT_EDIT_WORDING, edits: "edits" };

/** Checks everything that does not depend on the file's text. */
async function checkedFile(
  { path, edits }: MultiEditInput,
  wording: MultiEditWording,
  context: ToolContext,
): Promise<FileLocation> {
  if (edits.length === 0) {
    throw new ToolError(
      `${wording.edits} is empty. Pass at least one edit with ${wording.oldText} and ${wording.newText}.`,
      { code: "invalid-input" },
    );
  }
  const location = await requireEditableFile(path, wording, context);
  for (const [index, edit] of edits.entries()) {
    if (edit.path !== undefined) await requireSameFile(edit.path, location, index, context);
    await numbered(index, edits.length, () => requireReplacement(edit, location.path, wording));
  }
  return location;
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

interface EditedText {
  readonly content: string;
  /** Changed regions of the previous text. */
  readonly spans: readonly ChangedSpan[];
  readonly made: readonly MadeEdit[];
  readonly warnings: readonly string[];
}

async function editedText(
  text: string,
  path: string,
  edits: readonly FileEdit[],
  wording: EditWording,
  context: EditThreads,
): Promise<EditedText> {
  const edited = await withEdits(text, { path, edits, done: [] }, wording, context);
  if (edited.content === text) {
    throw new ToolError(`Together the edits change nothing: ${path} would stay the same.`, {
      code: "no-change",
      absolutePath: path,
    });
  }
  return edited;
}

/** A file that the first edit creates, with the text after all edits. */
type CreationByEdits = CreatingEdit & Pick<EditedText, "made" | "warnings">;

async function asCreation(
  { path, edits, emptyOldText = "refuse" }: MultiEditInput,
  wording: EditWording,
  context: ToolContext,
): Promise<CreationByEdits | undefined> {
  const [first, ...rest] = edits;
  if (first === undefined || !(await isCreation({ ...first, path, emptyOldText }, context))) return undefined;
  const location = await context.files.locate(path);
  for (const [index, edit] of edits.entries()) {
    if (edit.path !== undefined) await requireSameFile(edit.path, location, index, context);
    await numbered(index, edits.length, () => requireReplacement(edit, location.path, wording));
  }
  const done: readonly MadeEdit[] = [{ replacements: 1, matcher: "exact", similarity: 1 }];
  const { content, made, warnings } = await withEdits(
    first.newText,
    { path: location.path, edits: rest, done },
    wording,
    context,
  );
  return { path, oldText: "", newText: content, made, warnings };
}

async function withEdits(
  text: string,
  { path, edits, done }: { path: string; edits: readonly FileEdit[]; done: readonly MadeEdit[] },
  wording: EditWording,
  context: EditThreads,
): Promise<EditedText> {
  const pause = createYield(context.signal);
  const regions = new EditRegions();
  const made = [...done];
  const warnings: string[] = [];
  const count = done.length + edits.length;
  let content = text;
  for (const edit of edits) {
    const index = made.length;
    await pause();
    const applied = await numbered(
      index,
      count,
      () => replaceText(content, path, edit, wording, context),
      () => fitsFile(text, edit, context),
    );
    regions.add(content, applied.content, applied.spans);
    content = applied.content;
    made.push({
      replacements: applied.spans.length,
      matcher: applied.matcher,
      similarity: applied.similarity,
    });
    warnings.push(...applied.warnings.map((warning) => `Edit ${index + 1}: ${warning}`));
  }
  return { content, spans: regions.spans, made, warnings };
}

async function fitsFile(
  text: string,
  { oldText, newText, replaceAll = false }: TextReplacement,
  context: EditThreads,
): Promise<boolean> {
  const request = { content: text, oldString: oldText, newString: newText, replaceAll };
  return (await editBeside(request, context)).ok;
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
