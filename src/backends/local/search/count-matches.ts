import type { MatchCount, TextSearch } from "../../../contract/index.js";
import { ripgrepSearch } from "./ripgrep-search.js";
import { patternArguments } from "./search-text.js";

// A name may hold a line end, but no NUL; after it comes the number and a line end, which `--crlf` makes longer.
const ROW = /([^\0]*)\0(\d+)\r?\n/g;

/** Counts matching lines with `rg --count`, which prints a number for each file and none of its lines. */
export async function* countMatches(
  request: TextSearch,
  ripgrep: () => Promise<string>,
): AsyncGenerator<MatchCount, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  yield* ripgrepSearch<MatchCount>(request, {
    ripgrep,
    startsIn: "file-or-directory",
    arguments: ["--count", "--null", "--with-filename", ...patternArguments(request)],
    *read(chunk, search) {
      search.found = true;
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      // Up to the last line end behind a NUL: what follows may be the beginning of a name with a line end in it.
      const end = bytes.indexOf(10, bytes.lastIndexOf(0)) + 1;
      rest = bytes.subarray(end);
      for (const [, name = "", count = ""] of bytes.toString("utf8", 0, end).matchAll(ROW)) {
        const path = search.pathOf(name);
        if (path !== undefined) yield { path, count: Number(count) };
      }
    },
  });
}
