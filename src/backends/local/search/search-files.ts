import type { SearchScope } from "../../../contract/index.js";
import { ripgrepSearch } from "./ripgrep-search.js";

const NUL = 0;

/** Lists files with `rg --files`, in chunks; see `Search.files`. Unordered: ripgrep walks with several threads. */
export function searchFiles(
  scope: SearchScope,
  ripgrep: () => Promise<string>,
): AsyncGenerator<Iterable<string>, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  return ripgrepSearch(scope, {
    ripgrep,
    startsIn: "directory",
    arguments: ["--files", "--null"],
    *read(chunk, search) {
      search.found = true;
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const end = bytes.lastIndexOf(NUL) + 1;
      // All names of one read together: decoding each separately would cost more than the search.
      const names = bytes.toString("utf8", 0, end).split("\0");
      names.pop();
      rest = bytes.subarray(end);
      for (const name of names) {
        yield search.pathOf(name);
      }
    },
  });
}
