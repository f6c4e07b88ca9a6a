import type { FileLocation, ToolContext } from "../../../contract/index.js";
import type { Operation } from "../../operation.js";
import {
  type DiscoveredGuidance,
  diffName,
  editingKeys,
  filePreview,
  guidanceOfNewFolder,
  previewText,
  reportingInOrder,
  requireWellFormed,
} from "../../paths/index.js";
import { createOperation } from "../change/index.js";
import { changedLineRange, diffPieces, textChanges } from "../diff/index.js";
import type { EditedFile, EditedText, TextReplacement } from "./edit-text.js";
import type { EditWording } from "./edit-wording.js";
import { syntaxWarnings } from "./syntax-warnings.js";

/** An edit that may create its file. */
export interface CreatingEdit extends TextReplacement {
  /** An existing text file, or a new one if an empty old text may create it. */
  readonly path: string;
  /** Whether an empty old text creates a missing file with the new text. Default `"refuse"`. */
  readonly emptyOldText?: "refuse" | "create" | undefined;
}

/** Result of any edit of one file. */
export interface FileEditOutput {
  /** Absolute, symlinks resolved. */
  readonly path: string;
  /** Whether the edit created the file. */
  readonly created: boolean;
  /** In git's unified format, with names relative to the session's cwd; one diff for all replacements. */
  readonly diff: string;
  /** First and last changed line, in the new text, from 1. */
  readonly lineRange: readonly [number, number];
  /** Warnings for the model about matches that were not exact. */
  readonly warnings: readonly string[];
  readonly guidance: readonly DiscoveredGuidance[];
}

/** One edit of a file: the steps in which the operations differ. */
export interface FileEditing<Made extends Readonly<Record<string, unknown>>> {
  readonly wording: EditWording;
  /** Returns the text of the file that the edit creates; `undefined` for an existing file. */
  creation(): Promise<EditedText<Made> | undefined>;
  /**
   * Refuses an edit that no text of the file could allow; returns the real path of the file.
   *
   * @param known - the location of the file where it was opened already; default: it is looked up
   */
  check(known?: FileLocation): Promise<string>;
  edit(file: EditedFile): Promise<EditedText<Made>>;
}

/** Creates an operation that edits the text of one file: its run and its preview go through the same steps. */
export function editingOperation<
  Input extends { readonly path: string },
  Made extends Readonly<Record<string, unknown>>,
>(begin: (input: Input, context: ToolContext) => FileEditing<Made>): Operation<Input, FileEditOutput & Made> {
  return reportingInOrder({
    kind: "edit",
    annotations: { readOnlyHint: false, destructiveHint: false },
    executionProfile: { resourceKeys: ({ path }, { cwd }) => editingKeys(path, cwd) },
    facts: ({ path }) => ({ paths: [{ path, access: "write" }] }),
    preview: (input, context) =>
      filePreview(async () => {
        const editing = begin(input, context);
        const creation = await editing.creation();
        if (creation !== undefined) {
          requireWellFormed(creation.content, editing.wording.newText);
          const { path } = await context.files.locate(input.path);
          return (await changeOf({ path, edit: creation }, context)).pieces;
        }
        const path = await editing.check();
        const { text: before, stale } = await previewText(input.path, context);
        const edit = await editing.edit({ text: before, stale, path });
        return (await changeOf({ path, before, edit }, context)).pieces;
      }),
    async run(input, context) {
      const editing = begin(input, context);
      const creation = await editing.creation();
      if (creation !== undefined) {
        context.note(creation.made);
        const created = await createFile(input.path, creation, editing.wording, context);
        return { ...created, ...creation.made };
      }
      let isOpened = false;
      const { location, before, edit } = await context.files
        .updateText(
          input.path,
          async ({ text, stale, location }) => {
            isOpened = true;
            const edit = await editing.edit({ text, stale, path: await editing.check(location) });
            return { text: edit.content, before: text, edit };
          },
          { whenStale: "merge" },
        )
        .catch(async (error: unknown) => {
          // The check names the mistake: a name similar to that of a missing file, or an edit that changes nothing.
          if (!isOpened) await editing.check();
          throw error;
        });
      context.note(edit.made);
      const { path } = location;
      return {
        path,
        created: false,
        ...reported(await changeOf({ path, before, edit }, context)),
        warnings: [
          ...edit.warnings,
          ...(await syntaxWarnings({ path, before, after: edit.content }, context)),
        ],
        guidance: await guidanceOfNewFolder(path, context),
        ...edit.made,
      };
    },
  });
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
export async function createFile(
  requested: string,
  edit: Omit<EditedText<object>, "made">,
  { newText: contentName }: EditWording,
  context: ToolContext,
): Promise<FileEditOutput> {
  const creation = {
    path: requested,
    content: edit.content,
    contentName,
    finalLineEnd: "as-given",
    existing: "refuse",
  } as const;
  const { guidance } = await createOperation.run(creation, context);
  const { path } = await context.files.locate(requested);
  const change = reported(await changeOf({ path, edit }, context));
  const broken = await syntaxWarnings({ path, before: undefined, after: edit.content }, context);
  return { path, created: true, ...change, warnings: [...edit.warnings, ...broken], guidance };
}

/** A change with its diff in pieces. */
interface FileChange extends Pick<FileEditOutput, "lineRange"> {
  readonly pieces: readonly string[];
}

function reported({ pieces, lineRange }: FileChange): Pick<FileEditOutput, "diff" | "lineRange"> {
  return { diff: pieces.join(""), lineRange };
}

/** Describes the change of a file; without a text before, the edit creates it. */
async function changeOf(
  {
    path,
    before,
    edit,
  }: {
    readonly path: string;
    readonly before?: string;
    readonly edit: Pick<EditedText<object>, "content" | "spans">;
  },
  { cwd }: ToolContext,
): Promise<FileChange> {
  const { content, spans } = edit;
  const name = diffName(path, cwd);
  if (before === undefined) {
    const changes = await textChanges("", content);
    const pieces = await diffPieces(name, { before: "", after: content }, changes, { created: true });
    return { pieces, lineRange: changedLineRange(content, changes) };
  }
  const changes = await textChanges(before, content, spans);
  return {
    pieces: await diffPieces(name, { before, after: content }, changes),
    lineRange: changedLineRange(content, changes),
  };
}
