import { type PathFact, type ToolContext, ToolError } from "../../../contract/index.js";
import { counted } from "../../../text/index.js";
import type { Operation } from "../../operation.js";
import { endsWithSlash, filePreview, lastName, namingKeys, withSimilarPaths } from "../../paths/index.js";
import { visibleText } from "../../visible-text.js";

/** Source and destination of a move. */
export interface MoveInput {
  /** A file, a symlink or a folder. */
  readonly source: string;
  /** The new path, or with a trailing slash an existing folder into which the source moves under its own name. */
  readonly destination: string;
  /** Replaces an existing file at the new path. Default false. */
  readonly overwrite?: boolean | undefined;
  /** The model's name for `overwrite`, for the error about an existing file. Default: the tool has no such parameter. */
  readonly overwriteParameter?: string | undefined;
}

/** Result of a move. */
export interface MoveOutput {
  /** Both paths are absolute. */
  readonly from: string;
  readonly to: string;
  readonly type: "file" | "directory";
  /** Whether a file was replaced. */
  readonly overwrote: boolean;
}

/**
 * Moves or renames a file or folder, even across volumes; missing parent folders of the destination are created.
 *
 * Errors: `not-found` with similar names, `already-exists`, `protected-path` for roots and the folders above them,
 * `invalid-path` for moving a folder into itself, and the errors of the workspace.
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
  async run({ source, destination, overwrite = false, overwriteParameter }, context) {
    requireOwnName(source, context.cwd);
    try {
      const { from, to, overwrote } = await context.files.move(source, destination, { overwrite });
      const type = from.stat?.type === "directory" ? "directory" : "file";
      return { from: from.path, to: to.path, type, overwrote };
    } catch (error) {
      throw await withSimilarPaths(overwrite ? error : naming(overwriteParameter, error), context);
    }
  },
};

/** Adds to the error about an existing destination how to replace it, if the tool can. */
function naming(parameter: string | undefined, error: unknown): unknown {
  if (parameter === undefined || !(error instanceof ToolError) || error.code !== "already-exists")
    return error;
  const { absolutePath } = error;
  return new ToolError(`${error.message} To replace a file, set ${parameter} to true.`, {
    code: "already-exists",
    absolutePath,
  });
}

/**
 * Returns all paths that a destination may mean: with a trailing slash it is a folder, and the source's name is
 * appended.
 */
function destinationPaths(source: string, destination: string, cwd: string): readonly string[] {
  if (!endsWithSlash(destination, cwd)) return [destination];
  return [destination, `${destination}${lastName(source, cwd)}`];
}

function requireOwnName(source: string, cwd: string): void {
  if (!/^\.{1,2}$/.test(lastName(source, cwd))) return;
  throw new ToolError(
    `'${source}' does not name a file or folder to move. Pass its path with its own name at the end.`,
    {
      code: "invalid-path",
    },
  );
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
  const replaced =
    to.stat === undefined ? "" : `, replacing the existing file (${counted(to.stat.size, "byte")})`;
  return `Moves the ${what} ${visibleText(from.path)} to ${visibleText(to.path)}${replaced}.`;
}
