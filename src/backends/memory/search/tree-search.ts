import {
  type FileStat,
  type FileSystem,
  type Search,
  type SearchScope,
  type TextMatch,
  type TextSearch,
  ToolError,
} from "../../../contract/index.js";
import { loadOnce } from "../../../values/index.js";
import { changedSinceApproval, fileFailure } from "../../failure/index.js";
import { pathFilter } from "../../glob/index.js";
import { linesForSearch } from "./decode-lines.js";
import { Pace } from "./pace.js";
import { readWhole } from "./read-whole.js";
import {
  type EntrySelection,
  type FoundFile,
  isPassedOver,
  reportUnreadable,
  walkFiles,
} from "./walk-files.js";

const loadLineFinder = loadOnce(() => import("./find-lines.js"));

/** A search that can be restricted to a part of the tree. */
export interface TreeSearch extends Search {
  /** @param selects - called for every file and folder below the searched one; refused entries are skipped with all below */
  files(scope: SearchScope, selects?: EntrySelection): AsyncIterable<string>;
  text(request: TextSearch, selects?: EntrySelection): AsyncIterable<TextMatch>;
}

/**
 * Creates the search port for any file system port, in plain JavaScript: no process, no Node built-in, slower
 * than ripgrep.
 *
 * Expressions have ripgrep's syntax, with a matcher whose time is linear in the length of the text. Not
 * supported, and refused as `invalid-pattern`, are the flags `x`, `R` and `-u`, and expressions of more than
 * 10,000 steps. Unicode properties have JavaScript's names (`\p{Lu}`, `\p{Greek}`, `\p{Script=Greek}`). `\A`
 * and `\z` mean the ends of a line, except in a multiline search. With `onlyMatching`, some expressions
 * (`a.*b|a`) take time quadratic in the length of a line, as in ripgrep; the search yields to the event loop
 * meanwhile, and its signal ends it.
 *
 * Files listed in `.gitignore`, `.ignore` and `.rgignore` are excluded, in the searched folder, above and
 * below it, even outside a Git repository; `.git/info/exclude` and the user's global ignore file are not
 * read. A file with a NUL byte has no lines. Text is UTF-8, or UTF-16 with a byte order mark. A file above
 * 128 MiB is unreadable, and fails the search (`file-too-large`) if it is the path of the search. Files are ordered by name, or newest first. Only the most
 * common file types are supported.
 */
export function treeSearch(files: FileSystem): TreeSearch {
  return {
    files: (scope, selects) => searchFiles(files, scope, selects),
    text: (request, selects) => searchText(files, request, selects),
  };
}

async function* searchFiles(
  files: FileSystem,
  scope: SearchScope,
  selects: EntrySelection | undefined,
): AsyncGenerator<string, void, undefined> {
  const pace = new Pace(scope.signal);
  pace.throwIfCancelled();
  const stat = await statOfStart(files, scope.path);
  if (stat.type !== "directory") {
    throw new ToolError(`'${scope.path}' is a file. Pass the directory in which to search for files.`, {
      code: "not-a-directory",
      absolutePath: scope.path,
    });
  }
  for await (const found of inOrder(files, scope, pace, selects)) {
    yield files.path.join(scope.path, found.relativePath);
  }
}

async function* searchText(
  files: FileSystem,
  request: TextSearch,
  selects: EntrySelection | undefined,
): AsyncGenerator<TextMatch, void, undefined> {
  const pace = new Pace(request.signal);
  pace.throwIfCancelled();
  const { lineFinder } = await loadLineFinder();
  const finder = lineFinder(request, pace);
  const stat = await statOfStart(files, request.path);
  const isDirectory = stat.type === "directory";
  const found = isDirectory ? inOrder(files, request, pace, selects) : singleFile(files, request);
  for await (const { directory, name, relativePath } of found) {
    const bytes = await readWhole(directory, name).catch((error: unknown) => {
      if (!isDirectory || !isPassedOver(error) || isMissedSilently(request, error)) throw error;
      reportUnreadable(request, files.path.join(request.path, relativePath), error);
      return new Uint8Array(0);
    });
    const lines = await linesForSearch(bytes, pace);
    const filePath = isDirectory ? files.path.join(request.path, relativePath) : request.path;
    if (lines === undefined) {
      request.onSkipped?.({ kind: "binary", path: filePath });
      continue;
    }
    for await (const line of finder.find(lines)) yield { path: filePath, ...line };
  }
}

/** Returns whether the caller would not learn that a file was too large to be searched. */
function isMissedSilently({ onUnreadable }: TextSearch, error: unknown): boolean {
  return onUnreadable === undefined && ToolError.isInstance(error) && error.code === "file-too-large";
}

/**
 * Yields the files in the order of the walk, or newest first: then they are opened again once all are known.
 */
async function* inOrder(
  files: FileSystem,
  scope: SearchScope,
  pace: Pace,
  selects: EntrySelection | undefined,
): AsyncGenerator<FoundFile, void, undefined> {
  if (scope.order !== "newest") {
    yield* walkFiles(files, scope, pace, { selects });
    return;
  }
  const found: { readonly name: string; readonly relativePath: string; readonly modifiedAtMs: number }[] = [];
  for await (const { directory, name, relativePath } of walkFiles(files, scope, pace, { selects })) {
    const stat = await directory.stat(name).catch(() => undefined);
    if (stat !== undefined) found.push({ name, relativePath, modifiedAtMs: stat.modifiedAtMs });
  }
  for (const { name, relativePath } of found.sort((one, other) => other.modifiedAtMs - one.modifiedAtMs)) {
    const folder = files.path.dirname(files.path.join(scope.path, relativePath));
    const directory = await files.openDirectory(folder).catch(() => undefined);
    if (directory === undefined) continue;
    try {
      yield { directory, name, relativePath };
    } finally {
      await directory.close();
    }
  }
}

/** Yields a file that is itself the search path, even if a walk would exclude it. */
async function* singleFile(
  files: FileSystem,
  scope: SearchScope,
): AsyncGenerator<FoundFile, void, undefined> {
  const name = files.path.basename(scope.path);
  if (!pathFilter(scope.globs ?? [], { hidden: scope.hidden === true }).accepts(name)) return;
  const directory = await files.openDirectory(files.path.dirname(scope.path));
  try {
    yield { directory, name, relativePath: name };
  } finally {
    await directory.close();
  }
}

/**
 * Returns the status of the search path. `walkFiles` and `singleFile` open it by a real path, so a later swap
 * is noticed.
 */
async function statOfStart(files: FileSystem, searchPath: string): Promise<FileStat> {
  const { path, stat } = await files.resolve(searchPath);
  if (stat === undefined) throw fileFailure("missing", searchPath);
  if (path !== searchPath) throw changedSinceApproval(searchPath, `it now leads to '${path}'`);
  if (stat.type === "other") throw fileFailure("special-file", searchPath);
  return stat;
}
