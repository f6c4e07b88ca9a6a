import { compileGlob } from "../../../backends/glob/index.js";
import { type ToolContext, ToolError } from "../../../contract/index.js";
import type { Operation } from "../../operation.js";
import { withSimilarPaths } from "../../paths/index.js";
import { type DirectoryListing, listDirectory } from "./directory-listing.js";
import { requireFewPatterns } from "./ignored-names.js";

/** Most names that one call returns. */
export const MAX_DIRECTORY_ENTRIES = 2_000;

/** Most bytes of names that one call returns. */
const MAX_NAME_BYTES = 65_536;

/** The folder to list. */
export interface ListDirectoryInput {
  /** Default: the session's cwd. */
  readonly path?: string | undefined;
  /** Globs of names to omit: `*.log`, `docs/`. */
  readonly ignore?: readonly string[] | undefined;
}

/** The names in a folder. */
export interface ListDirectoryOutput extends DirectoryListing {
  /** Absolute, symlinks resolved. */
  readonly path: string;
}

/**
 * Lists the names in one folder, including hidden ones, without listing its subfolders.
 *
 * Errors: `not-found` with similar names, `not-a-directory`, `invalid-pattern`, `invalid-input` for too many patterns,
 * and the errors of the workspace.
 */
export const listDirectoryOperation: Operation<ListDirectoryInput, ListDirectoryOutput> = {
  kind: "read",
  annotations: { readOnlyHint: true },
  executionProfile: {
    // A call that creates a file writes only its own name, so that many can be created in one folder in parallel.
    // The key of a file, as of a tool that lists a folder in place of a file: it stands for the targets of the symlinks as well.
    resourceKeys: ({ path }, { cwd }) => [{ key: `file:${path ?? cwd}`, mode: "read" }],
  },
  facts: ({ path }, { cwd }) => ({ paths: [{ path: path ?? cwd, access: "read" }] }),
  truncation: false,
  async run({ path = "", ignore = [] }, context) {
    const folder = path === "" ? context.cwd : path;
    requireFewPatterns(ignore);
    const leftOut = ignore.map(namePattern);
    const isShown = (name: string) => !leftOut.some((matches) => matches(name));
    const range = { startLine: 1, endLine: MAX_DIRECTORY_ENTRIES };
    const listing = await orHelp(context, () =>
      listDirectory(folder, { range, maxBytes: MAX_NAME_BYTES, isShown }, context),
    );
    return { path: (await context.files.locate(folder)).path, ...listing };
  },
};

function namePattern(pattern: string): (name: string) => boolean {
  const name = pattern.replace(/^(?:\*\*\/|\.\/|\/)+/, "").replace(/(?<!\/)\/+(?:\*\*)?$/, "");
  if (name.trim() === "" || pattern.startsWith("!")) {
    throw new ToolError(
      `'${pattern}' cannot be ignored. Pass globs of names to leave out, without "!", for example "*.log".`,
      { code: "invalid-pattern" },
    );
  }
  const glob = compileGlob(name, { hidden: "any" });
  return (candidate) => glob.matches(candidate);
}

async function orHelp<Result>(context: ToolContext, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw await withSimilarPaths(error, context);
  }
}
