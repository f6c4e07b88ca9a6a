import { type FolderExtent, type ToolContext, ToolError } from "../../../contract/index.js";
import { counted } from "../../../text/index.js";
import { MAX_JOURNAL_BYTES } from "../../../workspace/index.js";
import type { Operation } from "../../operation.js";
import { filePreview, namingKeys, withSimilarPaths } from "../../paths/index.js";
import { visibleText } from "../../visible-text.js";
import { countFolder } from "../listing/index.js";

/** Names of a folder that a preview lists. */
const MAX_PREVIEW_NAMES = 50;

const CANNOT_BE_UNDONE = "It is too large to be kept: this cannot be undone.";

/** The path to delete. */
export interface DeleteInput {
  /** A file, a symlink or a folder. */
  readonly path: string;
  /** Deletes a folder with everything below it. Default false. */
  readonly recursive?: boolean | undefined;
  /** The parameter that sets `recursive`, as messages name it. Absent if the tool has none. */
  readonly recursiveParameter?: string | undefined;
}

/** Result of a deletion. */
export interface DeleteOutput {
  /** Absolute. */
  readonly path: string;
  /** A symlink counts as a file. */
  readonly type: "file" | "directory";
  /** Number of deleted files: 1 for a file, all files below it for a folder. */
  readonly removedFiles: number;
  /** False for an entry that was too large to keep, or could not be read. */
  readonly canBeUndone: boolean;
}

/**
 * Deletes a file, a symlink (never its target), an empty folder or, with `recursive`, a folder with everything below
 * it.
 *
 * The journal of the session keeps the deleted content. Errors: `not-found` with similar names, `directory-not-empty`,
 * `protected-path` for roots, the home folder and the folders above them, and the errors of the workspace.
 */
export const deleteOperation: Operation<DeleteInput, DeleteOutput> = {
  kind: "delete",
  annotations: { readOnlyHint: false, destructiveHint: true },
  executionProfile: {
    resourceKeys: ({ path, recursive = false }, { cwd }) => [
      ...namingKeys(path, cwd),
      { key: `file:${path}`, mode: "read" },
      ...(recursive ? [{ key: `directory:${path}`, mode: "write", scope: "subtree" } as const] : []),
    ],
  },
  facts: ({ path }) => ({ paths: [{ path, access: "delete" }] }),
  preview: (input, context) => filePreview(() => previewText(input, context)),
  async run({ path, recursive = false, recursiveParameter }, context) {
    try {
      const { location, ...removed } = await context.files.remove(path, { recursive });
      const type = location.stat?.type === "directory" ? "directory" : "file";
      return { path: location.path, type, ...removed };
    } catch (error) {
      if (ToolError.isInstance(error) && error.code === "directory-not-empty") {
        throw notEmpty(error, recursiveParameter);
      }
      throw await withSimilarPaths(error, context);
    }
  },
};

function mayNotBeUndone({ entries, bytes }: FolderExtent): string {
  return `With more than ${counted(entries, "entry", "entries")} or ${counted(bytes, "byte")} it cannot be undone.`;
}

/** Describes a deletion for an approver: what is deleted, and how much. */
async function previewText({ path, recursive = false }: DeleteInput, context: ToolContext): Promise<string> {
  const location = await context.files.locate(path, { finalSymlink: "keep" });
  const shown = visibleText(location.path);
  if (location.stat === undefined) {
    throw new ToolError(`there is no ${shown}.`, { code: "not-found", absolutePath: location.path });
  }
  if (location.stat.type === "symlink") return `Deletes the symlink ${shown}, not its target.`;
  const { size } = location.stat;
  if (location.stat.type !== "directory") {
    return `Deletes the file ${shown} (${counted(size, "byte")}).${size > MAX_JOURNAL_BYTES ? ` ${CANNOT_BE_UNDONE}` : ""}`;
  }
  const { names, files, bytes, complete } = await countFolder(path, context);
  if (names.length === 0 && complete) return `Deletes the empty folder ${shown}.`;
  if (!recursive) {
    throw new ToolError(`${shown} is a folder that is not empty.`, { code: "directory-not-empty" });
  }
  const least = complete ? "" : "at least ";
  const rest = names.length - MAX_PREVIEW_NAMES;
  const limits = await context.files.removalLimits(path);
  const undoNote =
    bytes > limits.bytes ? ` ${CANNOT_BE_UNDONE}` : complete ? "" : ` ${mayNotBeUndone(limits)}`;
  return [
    `Deletes the folder ${shown} with ${least}${counted(files, "file")} (${least}${counted(bytes, "byte")}).${undoNote} In it:`,
    ...names.slice(0, MAX_PREVIEW_NAMES).map((name) => `  ${visibleText(name)}`),
    ...(rest > 0 ? [`  ${least}${rest} more`] : []),
  ].join("\n");
}

function notEmpty({ message, absolutePath }: ToolError, parameter: string | undefined): ToolError {
  const remedy =
    parameter === undefined
      ? "Delete its entries first, one by one."
      : `To remove it with everything in it, set ${parameter} to true.`;
  return new ToolError(`${message} ${remedy}`, { code: "directory-not-empty", absolutePath });
}
