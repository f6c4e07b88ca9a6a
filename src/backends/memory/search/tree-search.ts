import {
  type FileStat,
  type FileSystem,
  type Search,
  type SearchScope,
  type TextMatch,
  type TextSearch,
  ToolError,
} from "../../../contract/index.js";
import { pathFilter } from "../../glob/index.js";
import { fileFailure } from "../file-failure.js";
import { decodeForSearch } from "./decode-lines.js";
import { lineFinder } from "./find-lines.js";
import { Pace } from "./pace.js";
import { readWhole } from "./read-whole.js";
import { type EntrySelection, type FoundFile, isPassedOver, walkFiles } from "./walk-files.js";

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
 * Files come in the order of their names.
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
  const { path, stat } = await resolveStart(files, scope.path);
  if (stat.type !== "directory") {
    throw new ToolError(`'${scope.path}' is a file. Give a directory to look for files in.`, {
      code: "not-a-directory",
      absolutePath: scope.path,
    });
  }
  for await (const found of walkFiles(files, path, scope, pace, selects)) {
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
  const { path, stat } = await resolveStart(files, request.path);
  const isDirectory = stat.type === "directory";
  const found = isDirectory
    ? walkFiles(files, path, request, pace, selects)
    : singleFile(files, path, request);
  for await (const { directory, name, relativePath } of found) {
    const bytes = await readWhole(directory, name).catch((error: unknown) => {
      if (isDirectory && isPassedOver(error)) return new Uint8Array(0);
      throw error;
    });
    await pace.spend(bytes.byteLength);
    const text = decodeForSearch(bytes);
    if (text === undefined) continue;
    const filePath = isDirectory ? files.path.join(request.path, relativePath) : request.path;
    for await (const line of finder.find(text)) yield { path: filePath, ...line };
  }
}

/** A file that is named as the place to search is searched even where a walk would leave it out. */
async function* singleFile(
  files: FileSystem,
  realPath: string,
  scope: SearchScope,
): AsyncGenerator<FoundFile, void, undefined> {
  const name = files.path.basename(realPath);
  if (!pathFilter(scope.globs ?? [], scope.hidden === true).accepts(name)) return;
  const directory = await files.openDirectory(files.path.dirname(realPath));
  try {
    yield { directory, name, relativePath: name };
  } finally {
    await directory.close();
  }
}

async function resolveStart(
  files: FileSystem,
  searchPath: string,
): Promise<{ readonly path: string; readonly stat: FileStat }> {
  const { path, stat } = await files.resolve(searchPath);
  if (stat === undefined) throw fileFailure("missing", searchPath);
  if (stat.type === "other") throw fileFailure("special-file", searchPath);
  return { path, stat };
}
