import type { MatchCount, TextMatch, TextSearch } from "../../../contract/index.js";

/** Counts the matches of each file by a search for its lines, without the limits and the context of the request. */
export async function* countLines(
  request: TextSearch,
  search: (request: TextSearch) => AsyncIterable<TextMatch>,
  isCounted: (path: string) => boolean = () => true,
): AsyncGenerator<MatchCount, void, undefined> {
  const {
    contextLines: _context,
    linesBefore: _before,
    linesAfter: _after,
    maxMatchesPerFile: _limit,
    ...plain
  } = request;
  let path: string | undefined;
  let count = 0;
  for await (const line of search(plain)) {
    if (!isCounted(line.path)) continue;
    if (line.path !== path && path !== undefined) {
      yield { path, count };
      count = 0;
    }
    path = line.path;
    if (line.continues !== true) count += 1;
  }
  if (path !== undefined) yield { path, count };
}
