import {
  type FileStat,
  type FileSystem,
  type Search,
  type SearchScope,
  type TextMatch,
  type TextSearch,
  ToolError,
} from "../../../contract/index.js";
import { changedSinceApproval, fileFailure } from "../../failure/index.js";
import { pathFilter } from "../../glob/index.js";
import { decodeForSearch } from "./decode-lines.js";
import { lineFinder } from "./find-lines.js";
import { Pace } from "./pace.js";
import { readWhole } from "./read-whole.js";
import {
  type EntrySelection,
  type FoundFile,
  isPassedOver,
  reportUnreadable,
  walkFiles,
} from "./walk-files.js";

/** A search of which only a part is walked. */
export interface TreeSearch extends Search {
  /** @param selects - asked for every file and folder below the searched one; what it refuses is left out with all below */
  files(scope: SearchScope, selects?: EntrySelection): AsyncIterable<string>;
  text(request: TextSearch, selects?: EntrySelection): AsyncIterable<TextMatch>;
}

/**
 * The search port over any file system port, in plain JavaScript: no process, no Node built-in, slower than ripgrep.
 *
 * Expressions are read in ripgrep's syntax, by a matcher whose time grows with the length of the text alone. Not
 * understood, and refused as `invalid-pattern`, are the flags `x`, `R` and `-u`, and expressions of more than 10,000 steps;
 * Unicode properties go by JavaScript's names (`\p{Lu}`, `\p{Greek}`, `\p{Script=Greek}`). `\A` and `\z` mean a line's
 * ends, except in a multiline search.
 *
 * Left out are files that `.gitignore`, `.ignore` and `.rgignore` name, in the searched folder, above and below it, also
 * outside of a Git repository; `.git/info/exclude` and the user's global ignore file are not read. A file with a NUL byte
 * has no lines. Text is UTF-8, or UTF-16 with a byte order mark. A file above 128 MiB fails the search (`search-failed`).
 * Files come in the order of their names, or the newest first. Of file types the commonest are known.
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
    throw new ToolError(`'${scope.path}' is a file. Give a directory to look for files in.`, {
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
  const finder = lineFinder(request, pace);
  const stat = await statOfStart(files, request.path);
  const isDirectory = stat.type === "directory";
  const found = isDirectory ? inOrder(files, request, pace, selects) : singleFile(files, request);
  for await (const { directory, name, relativePath } of found) {
    const bytes = await readWhole(directory, name).catch((error: unknown) => {
      if (!isDirectory || !isPassedOver(error)) throw error;
      reportUnreadable(request, files.path.join(request.path, relativePath), error);
      return new Uint8Array(0);
    });
    await pace.spend(bytes.byteLength);
    const text = decodeForSearch(bytes);
    if (text === undefined) continue;
    const filePath = isDirectory ? files.path.join(request.path, relativePath) : request.path;
    for await (const line of finder.find(text)) yield { path: filePath, ...line };
  }
}

/** The files as the walk comes to them, or the newest first: those are opened a second time once all are known. */
async function* inOrder(
  files: FileSystem,
  scope: SearchScope,
  pace: Pace,
  selects: EntrySelection | undefined,
): AsyncGenerator<FoundFile, void, undefined> {
  if (scope.order !== "newest") {
    yield* walkFiles(files, scope, pace, selects);
    return;
  }
  const found: { readonly name: string; readonly relativePath: string; readonly modifiedAtMs: number }[] = [];
  for await (const { directory, name, relativePath } of walkFiles(files, scope, pace, selects)) {
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

/** A file that is named as the place to search is searched even where a walk would leave it out. */
async function* singleFile(
  files: FileSystem,
  scope: SearchScope,
): AsyncGenerator<FoundFile, void, undefined> {
  const name = files.path.basename(scope.path);
  if (!pathFilter(scope.globs ?? [], scope.hidden === true).accepts(name)) return;
  const directory = await files.openDirectory(files.path.dirname(scope.path));
  try {
    yield { directory, name, relativePath: name };
  } finally {
    await directory.close();
  }
}

/** What the search starts at. `walkFiles` and `singleFile` open it by a real path, so a swap after this look is noticed. */
async function statOfStart(files: FileSystem, searchPath: string): Promise<FileStat> {
  const { path, stat } = await files.resolve(searchPath);
  if (stat === undefined) throw fileFailure("missing", searchPath);
  if (path !== searchPath) throw changedSinceApproval(searchPath, `it leads to '${path}' now`);
  if (stat.type === "other") throw fileFailure("special-file", searchPath);
  return stat;
}
