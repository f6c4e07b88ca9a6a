import type { ToolContext } from "../../../contract/index.js";
import { diffName, requireWellFormed } from "../../paths/index.js";
import { createOperation } from "../change/index.js";
import { changedLineRange, textChanges, unifiedDiff } from "../diff/index.js";
import type { EditOutput } from "./edit-output.js";
import type { TextReplacement } from "./edit-text.js";
import type { EditWording } from "./edit-wording.js";

/** An edit that may create its file. */
export interface CreatingEdit extends TextReplacement {
  readonly path: string;
  /** Meaning of an empty old text where the file does not exist. */
  readonly emptyOldText?: "refuse" | "create" | undefined;
}

/** Returns whether an edit creates its file: the old text is empty, and the file does not exist. */
export async function isCreation(edit: CreatingEdit, context: ToolContext): Promise<boolean> {
  const { oldText, newText, path, emptyOldText = "refuse" } = edit;
  if (emptyOldText === "refuse" || oldText !== "" || newText === "") return false;
  return (await context.files.locate(path)).stat === undefined;
}

/**
 * Creates the file of an edit with exactly the new text. A file that was created meanwhile is `already-exists`, never
 * overwritten.
 */
export async function createByEdit(
  { path, newText }: CreatingEdit,
  { newText: contentName }: EditWording,
  context: ToolContext,
): Promise<EditOutput> {
  const creation = {
    path,
    content: newText,
    contentName,
    finalLineEnd: "as-given",
    existing: "refuse",
  } as const;
  const { guidance } = await createOperation.run(creation, context);
  const { path: realPath } = await context.files.locate(path);
  const changes = await textChanges("", newText);
  return {
    path: realPath,
    created: true,
    diff: await unifiedDiff(diffName(realPath, context.cwd), "", newText, changes, { created: true }),
    lineRange: changedLineRange(newText, changes),
    replacements: 1,
    matcher: "exact",
    similarity: 1,
    warnings: [],
    guidance,
  };
}

/** Returns the diff that {@link createByEdit} would produce. */
export async function creationDiff(
  { path, newText }: CreatingEdit,
  { newText: name }: EditWording,
  context: ToolContext,
): Promise<string> {
  requireWellFormed(newText, name);
  const location = await context.files.locate(path);
  const changes = await textChanges("", newText);
  return await unifiedDiff(diffName(location.path, context.cwd), "", newText, changes, { created: true });
}
