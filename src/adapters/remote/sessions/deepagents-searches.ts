import { type Search, ToolError } from "../../../contract/index.js";
import type { DeepagentsFile, DeepagentsMatch } from "./deepagents-types.js";
import type { SessionFiles } from "./session-files.js";

/** Results of one search, as far as the interface names no number. */
const MAX_RESULTS = 10_000;

/** Milliseconds of one search; what it found until then is returned. */
const MAX_SEARCH_MS = 30_000;

/** A search for a literal text. */
export interface LiteralSearch {
  readonly pattern: string;
  readonly path: string | null | undefined;
  readonly glob: string | null | undefined;
  readonly maxCount: number | null | undefined;
}

/** Searches files for lines with a literal text. */
export async function searchText(
  files: SessionFiles,
  { pattern, path, glob, maxCount }: LiteralSearch,
): Promise<{ matches: DeepagentsMatch[]; truncated?: boolean }> {
  const matches: DeepagentsMatch[] = [];
  const most = maxCount ?? MAX_RESULTS;
  const { start, signal } = await startOf(files, path);
  const found = requireSearch(files).text({
    path: start,
    pattern,
    literal: true,
    hidden: true,
    ...(glob !== null && glob !== undefined && { globs: [glob] }),
    order: "path",
    signal,
    onUnreadable: () => {},
  });
  const truncated = await collect(found, signal, ({ path: at, line, text }) => {
    if (matches.length >= most) return false;
    matches.push({ path: at, line, text });
    return true;
  });
  return { matches, ...(truncated && { truncated }) };
}

/** Searches files by a glob. */
export async function searchFiles(
  files: SessionFiles,
  pattern: string,
  path: string | undefined,
): Promise<{ files: DeepagentsFile[]; truncated?: boolean }> {
  const found: DeepagentsFile[] = [];
  const { start, signal } = await startOf(files, path);
  const names = requireSearch(files).files({
    path: start,
    globs: [pattern.replace(/^\//, "")],
    hidden: true,
    order: "path",
    signal,
    onUnreadable: () => {},
  });
  const truncated = await collect(names, signal, (at) => {
    if (found.length >= MAX_RESULTS) return false;
    found.push({ path: at, is_dir: false });
    return true;
  });
  return { files: found, ...(truncated && { truncated }) };
}

/** Passes results on until the receiver refuses one or the time is over. Returns whether results are missing. */
async function collect<Result>(
  results: AsyncIterable<Result>,
  signal: AbortSignal,
  receive: (result: Result) => boolean,
): Promise<boolean> {
  try {
    for await (const result of results) if (!receive(result)) return true;
    return false;
  } catch (error) {
    if (signal.aborted) return true;
    throw error;
  }
}

/** Returns the folder of a search. The agents pass `/` where their model names no folder: then it is the working directory. */
async function startOf(files: SessionFiles, path: string | null | undefined) {
  const isUnnamed = path === null || path === undefined || path === "" || path === "/";
  const found = await files.resolve(isUnnamed ? files.cwd : path);
  if (found.stat === undefined)
    throw new ToolError(`'${path}' does not exist.`, { code: "not-found", absolutePath: found.path });
  return { start: found.path, signal: AbortSignal.timeout(MAX_SEARCH_MS) };
}

function requireSearch({ backend }: SessionFiles): Search {
  if (backend.search !== undefined) return backend.search;
  throw new ToolError(`The backend '${backend.name}' has no search.`, { code: "not-supported" });
}
