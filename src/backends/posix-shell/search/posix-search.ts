import {
  type DirectoryHandle,
  type FileSystem,
  type Search,
  type SearchScope,
  type TextMatch,
  type TextSearch,
  ToolError,
} from "../../../contract/index.js";
import { treeSearch } from "../../memory/index.js";
import type { ScriptRunner } from "../script/index.js";
import { grepPattern } from "./grep-pattern.js";
import { listedTree } from "./listed-tree.js";
import { type Candidate, readCandidates } from "./read-candidates.js";

/** Files of the first batch and of the later ones: a search that needs few results must not wait for many. */
const FIRST_BATCH = 16;
const MAX_BATCH = 64;

/** Characters of the names of a batch, which are a part of the command. */
const MAX_NAME_CHARACTERS = 8_192;

/**
 * Creates the search port of a machine. Expressions, globs and ignore rules are those of `treeSearch`, which decides on each file;
 * the machine lists many folders with one message, and `grep` there passes over the files that cannot match. A binary file that it
 * passes over is not reported to `onSkipped`.
 */
export function posixSearch(runner: ScriptRunner, files: FileSystem): Search {
  return {
    files: (scope) => searchFiles(runner, files, scope),
    text: (request) => searchText(runner, files, request),
  };
}

async function* searchFiles(
  runner: ScriptRunner,
  files: FileSystem,
  scope: SearchScope,
): AsyncGenerator<string, void, undefined> {
  const { onUnreadable } = scope;
  let [found, unreadable] = [0, 0];
  const counted: SearchScope = {
    ...scope,
    onUnreadable: (path) => {
      unreadable += 1;
      onUnreadable?.(path);
    },
  };
  for await (const path of treeSearch(listedTree(runner, files, scope.path)).files(counted)) {
    found += 1;
    yield path;
  }
  if (found === 0 && unreadable > 0 && onUnreadable === undefined) throw nothingFound(scope.path, unreadable);
}

async function* searchText(
  runner: ScriptRunner,
  files: FileSystem,
  request: TextSearch,
): AsyncGenerator<TextMatch, void, undefined> {
  const start = await files.resolve(request.path);
  if (start.path !== request.path || start.stat?.type !== "directory" || request.pattern.includes("\0")) {
    yield* treeSearch(files).text(request);
    return;
  }
  // Reports an invalid pattern even where there is no file.
  const pattern = grepPattern(request);
  const search = { runner, files, request, pattern };
  const { onUnreadable } = request;
  let unreadable = 0;
  const scope: TextSearch = {
    ...request,
    onUnreadable: (path) => {
      unreadable += 1;
      onUnreadable?.(path);
    },
  };
  let found = 0;
  let batch: string[] = [];
  let characters = 0;
  let size = FIRST_BATCH;
  const take = async function* () {
    for await (const match of searchBatch({ ...search, request: scope }, batch)) {
      found += 1;
      yield match;
    }
    batch = [];
    characters = 0;
    size = Math.min(size * 2, MAX_BATCH);
  };
  for await (const path of treeSearch(listedTree(runner, files, request.path)).files(scope)) {
    batch.push(path);
    characters += path.length;
    if (batch.length >= size || characters >= MAX_NAME_CHARACTERS) yield* take();
  }
  if (batch.length > 0) yield* take();
  if (found === 0 && unreadable > 0 && onUnreadable === undefined)
    throw nothingFound(request.path, unreadable);
}

function nothingFound(path: string, unreadable: number): ToolError {
  return new ToolError(`Nothing was found in '${path}', but ${unreadable} entries could not be read.`, {
    code: "search-failed",
    absolutePath: path,
  });
}

interface Searching {
  readonly runner: ScriptRunner;
  readonly files: FileSystem;
  readonly request: TextSearch;
  readonly pattern: string | undefined;
}

async function* searchBatch(
  { runner, files, request, pattern }: Searching,
  paths: readonly string[],
): AsyncGenerator<TextMatch, void, undefined> {
  const names = paths.map((path) => files.path.relative(request.path, path));
  const candidates = await readCandidates(runner, request.path, names, pattern);
  for (const [index, path] of paths.entries()) {
    const candidate = candidates[index] as Candidate;
    if (candidate.type === "no-match") continue;
    if (candidate.type === "unreadable") {
      request.onUnreadable?.(path);
      continue;
    }
    const source = candidate.type === "content" ? fileInMemory(files, path, candidate.bytes) : files;
    // The walk has applied the globs, the types and the ignore rules.
    const { globs: _globs, types: _types, ...rest } = request;
    try {
      yield* treeSearch(source).text({ ...rest, path, hidden: true, ignored: true });
    } catch (error) {
      if (!ToolError.isInstance(error) || !PASSED_OVER.has(error.code)) throw error;
      if (UNREADABLE.has(error.code)) request.onUnreadable?.(path);
    }
  }
}

/** Errors about a file that changed after it was listed, or cannot be read. */
const PASSED_OVER = new Set([
  "not-found",
  "not-a-directory",
  "not-a-file",
  "special-file",
  "changed-since-approval",
  "access-denied",
  "file-too-large",
]);
const UNREADABLE = new Set(["access-denied", "file-too-large"]);

/** Returns a file system in which one file has a content that was fetched. */
function fileInMemory(files: FileSystem, path: string, bytes: Uint8Array): FileSystem {
  const stat = {
    type: "file",
    size: bytes.byteLength,
    modifiedAtMs: 0,
    mode: 0o644,
    identity: path,
    links: 1,
  } as const;
  const directory: Pick<DirectoryHandle, "path" | "openFile" | "close"> = {
    path: files.path.dirname(path),
    openFile: async () => ({
      stat,
      read: async (buffer, position) => {
        const part = bytes.subarray(position, position + buffer.byteLength);
        buffer.set(part);
        return part.byteLength;
      },
      close: async () => {},
    }),
    close: async () => {},
  };
  return {
    ...files,
    resolve: async () => ({ path, stat }),
    openDirectory: async () => directory as DirectoryHandle,
  };
}
