import type { MatchCount, TextSearch } from "../../../contract/index.js";
import { countLines } from "./count-lines.js";
import { ripgrepSearch } from "./ripgrep-search.js";
import { patternArguments, searchText } from "./search-text.js";
import { valuesOfChunks } from "./values-of-chunks.js";

// A name may contain a line break, but no NUL; after the NUL come the number and a line break, which `--crlf`
// makes longer.
const ROW = /([^\0]*)\0(\d+)\r?\n/gy;

/**
 * Counts matching lines with `rg --count`, which prints one number per file and no lines; yields the numbers in chunks.
 *
 * A number does not show which file was counted. If a parent folder changed since the search began, ripgrep
 * may have been led out of the tree: such files are counted again by lines that are verified in the file.
 */
export async function* countMatches(
  request: TextSearch,
  ripgrep: () => Promise<string>,
): AsyncGenerator<Iterable<MatchCount>, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  const doubtful = new Set<string>();
  yield* ripgrepSearch<MatchCount>(request, {
    ripgrep,
    startsIn: "file-or-directory",
    listBinaryFiles: true,
    arguments: ["--count", "--null", "--with-filename", ...patternArguments(request)],
    *read(chunk, search) {
      search.found = true;
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      // Up to the last line break after a NUL: the rest may be the start of a name that contains a line
      // break.
      const end = bytes.indexOf(10, bytes.lastIndexOf(0)) + 1;
      rest = bytes.subarray(end);
      for (const [, name = "", count = ""] of bytes.toString("utf8", 0, end).matchAll(ROW)) {
        const path = search.pathOf(name);
        if (path !== undefined && search.isSettled(name)) yield { path, count: Number(count) };
        else {
          if (path !== undefined) doubtful.add(path);
          yield undefined;
        }
      }
    },
  });
  if (doubtful.size === 0) return;
  const counts = countLines(
    request,
    (plain) => valuesOfChunks(searchText(plain, ripgrep)),
    (path) => doubtful.has(path),
  );
  for await (const count of counts) yield [count];
}
