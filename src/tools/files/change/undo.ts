import type { ToolContext, UndoneChange } from "../../../contract/index.js";
import type { Operation } from "../../operation.js";
import { diffName } from "../../paths/index.js";
import { textChanges, unifiedDiff } from "../diff/index.js";

/** The file whose last change is undone. */
export interface UndoInput {
  /** A file that this session changed: its current path or, if it no longer exists, its former path. */
  readonly path: string;
}

/** One restored file. */
export interface UndoneFile {
  /** The type of the undone change. */
  readonly change: UndoneChange["type"];
  /** The current path of the file, or its path before it was removed; absolute. */
  readonly path: string;
  /** For a move: the path to which the file had been moved. */
  readonly movedBackFrom?: string;
  /**
   * From the text before the undo to the text after it, in git's unified format; empty for content that is not text.
   */
  readonly diff: string;
}

/** Result of an undo: a patch of several files is undone as a whole. */
export interface UndoOutput {
  readonly files: readonly UndoneFile[];
}

/**
 * Undoes the session's last change of a file: an edit, a creation, a deletion or a move; files that were changed
 * together are restored together.
 *
 * Runs alone, because the other files of the change are not known in advance. Errors: `nothing-to-undo`,
 * `changed-since-edit` when a file has changed since, and the errors of the workspace.
 */
export const undoOperation: Operation<UndoInput, UndoOutput> = {
  kind: "edit",
  annotations: { readOnlyHint: false, destructiveHint: true },
  executionProfile: { serial: true },
  // A folder is moved back with its content, and a symlink is restored as a symlink.
  facts: ({ path }) => ({
    paths: [
      { path, access: "write" },
      { path, access: "delete" },
    ],
  }),
  async run({ path }, context) {
    const undone = await context.files.undo({ path });
    return { files: await Promise.all(undone.map((change) => undoneFile(change, context))) };
  },
};

async function undoneFile(change: UndoneChange, { cwd }: ToolContext): Promise<UndoneFile> {
  const { type, path, movedBackFrom, before, after } = change;
  return {
    change: type,
    path,
    ...(movedBackFrom !== undefined && { movedBackFrom }),
    diff: await undoDiff(change, before, after, cwd),
  };
}

async function undoDiff(
  { type, path, movedBackFrom }: UndoneChange,
  before: string | undefined,
  after: string | undefined,
  cwd: string,
): Promise<string> {
  // An undone creation leaves nothing, and an undone deletion starts from nothing.
  const from = type === "delete" ? "" : before;
  const to = type === "create" ? "" : after;
  const isText = from !== undefined && to !== undefined;
  if (!isText && movedBackFrom === undefined) return "";
  const changes = isText ? await textChanges(from, to) : [];
  return await unifiedDiff(diffName(path, cwd), { before: from ?? "", after: to ?? "" }, changes, {
    created: type === "delete",
    deleted: type === "create",
    renamedFrom: movedBackFrom === undefined ? undefined : diffName(movedBackFrom, cwd),
  });
}
