import { type PathFact, type ToolContext, ToolError } from "../../../contract/index.js";
import type { Operation } from "../../operation.js";
import { endsWithSlash, filePreview, lastName, namingKeys, withSimilarPaths } from "../../paths/index.js";
import { visibleText } from "../../visible-text.js";

/** What to move, and where to. */
export interface MoveInput {
  /** A file, a symlink or a folder. */
  readonly source: string;
  /** The new path, or with a slash at its end an existing folder that takes the source in under its own name. */
  readonly destination: string;
  /** Replace the file that has the new path. Default false. */
  readonly overwrite?: boolean;
}

/** What was moved. */
export interface MoveOutput {
  /** Both absolute. */
  readonly from: string;
  readonly to: string;
  readonly type: "file" | "directory";
  /** Whether a file was replaced. */
  readonly overwrote: boolean;
}

/**
 * Moves or renames a file or folder, across devices too; the folders on the way to its new place are made.
 *
 * Errors: `not-found` with similar names, `already-exists`, `protected-path` for roots and what lies above them,
 * `invalid-path` for a folder that would go into itself, and what the workspace refuses.
 */
export const moveOperation: Operation<MoveInput, MoveOutput> = {
  kind: "move",
  annotations: { readOnlyHint: false, destructiveHint: true },
  executionProfile: {
    resourceKeys: ({ source, destination }, { cwd }) => [
      ...namingKeys(source, cwd),
      { key: `file:${source}`, mode: "read" },
      ...destinationPaths(source, destination, cwd).flatMap((path) => namingKeys(path, cwd)),
    ],
  },
  facts: ({ source, destination }, { cwd }) => ({
    paths: [
      { path: source, access: "delete" },
      ...destinationPaths(source, destination, cwd).map((path): PathFact => ({ path, access: "write" })),
    ],
  }),
  preview: (input, context) => filePreview(() => previewText(input, context)),
  async run({ source, destination, overwrite = false }, context) {
    requireOwnName(source, context.cwd);
    try {
      const { from, to, overwrote } = await context.files.move(source, destination, { overwrite });
      const type = from.stat?.type === "directory" ? "directory" : "file";
      return { from: from.path, to: to.path, type, overwrote };
    } catch (error) {
      throw await withSimilarPaths(error, context);
    }
  },
};

/** All paths that a destination may mean: with a slash at its end it is a folder, and the source's name comes behind it. */
function destinationPaths(source: string, destination: string, cwd: string): readonly string[] {
  if (!endsWithSlash(destination, cwd)) return [destination];
  return [destination, `${destination}${lastName(source, cwd)}`];
}

function requireOwnName(source: string, cwd: string): void {
  if (!/^\.{1,2}$/.test(lastName(source, cwd))) return;
  throw new ToolError(`'${source}' does not name what to move. Give its path with its own name at the end.`, {
    code: "invalid-path",
  });
}

async function previewText(
  { source, destination, overwrite = false }: MoveInput,
  context: ToolContext,
): Promise<string> {
  const from = await context.files.locate(source, { finalSymlink: "keep" });
  const path = destinationPaths(source, destination, context.cwd).at(-1) ?? destination;
  const to = await context.files.locate(path, { finalSymlink: "keep" });
  if (from.stat === undefined) {
    throw new ToolError(`there is no ${visibleText(from.path)}.`, { code: "not-found" });
  }
  if (to.stat !== undefined && !overwrite) {
    throw new ToolError(`${visibleText(to.path)} exists.`, { code: "already-exists" });
  }
  const what = from.stat.type === "directory" ? "folder" : "file";
  const replaced = to.stat === undefined ? "" : `, in place of the file there (${to.stat.size} bytes)`;
  return `Moves the ${what} ${visibleText(from.path)} to ${visibleText(to.path)}${replaced}.`;
}
