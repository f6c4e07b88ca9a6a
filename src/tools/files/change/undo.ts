import type { ToolContext, UndoneChange } from "../../../contract/index.js";
import type { Operation } from "../../operation.js";
import { diffName } from "../../paths/index.js";
import { textChanges, unifiedDiff } from "../diff/index.js";

/** Whose last change to take back. */
export interface UndoInput {
  /** A file that this session changed, by its path now or, if it is gone, by the path it had. */
  readonly path: string;
}

/** One file that is again as it was. */
export interface UndoneFile {
  /** What kind of change was taken back. */
  readonly change: UndoneChange["type"];
  /** Where the file is now, or was before it went; absolute. */
  readonly path: string;
  /** For a move: where the file had been moved to. */
  readonly movedBackFrom?: string;
  /** From the text before the undo to the text now, in git's unified form; empty for what is no text. */
  readonly diff: string;
}

/** What was taken back: a patch of several files comes back as a whole. */
export interface UndoOutput {
  readonly files: readonly UndoneFile[];
}

/**
 * Takes back the session's last change of a file: an edit, a creation, a deletion or a move; files that were changed
 * together come back together.
 *
 * Runs alone, because which other files belong to the change is not known before. Errors: `nothing-to-undo`,
 * `changed-since-edit` when a file is no longer what the change left, and what the workspace refuses.
 */
export const undoOperation: Operation<UndoInput, UndoOutput> = {
  kind: "edit",
  annotations: { readOnlyHint: false, destructiveHint: true },
  executionProfile: { serial: true },
  // A folder is moved back with all that is in it, and a symlink is a name of its own.
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
  return unifiedDiff(diffName(path, cwd), from ?? "", to ?? "", changes, {
    created: type === "delete",
    deleted: type === "create",
    ...(movedBackFrom !== undefined && { renamedFrom: diffName(movedBackFrom, cwd) }),
  });
}
