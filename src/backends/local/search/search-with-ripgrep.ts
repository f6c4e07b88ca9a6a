import type { FileSystem, Search } from "../../../contract/index.js";
import { countMatches } from "./count-matches.js";
import { searchFiles } from "./search-files.js";
import { searchText } from "./search-text.js";
import { withSkippedLinks } from "./skipped-links/index.js";
import { SearchThreads } from "./summary/search-threads.js";
import { valuesOfChunks } from "./values-of-chunks.js";

/**
 * Creates the search that reads the answers of ripgrep.
 *
 * @param ripgrep - returns the path of the program
 * @param files - the file system in which skipped links are looked up
 */
export function searchWithRipgrep(ripgrep: () => Promise<string>, files: FileSystem): Required<Search> {
  const threads = new SearchThreads();
  return {
    files: (scope) => valuesOfChunks(withSkippedLinks(files, scope, searchFiles(scope, ripgrep))),
    text: (request) =>
      valuesOfChunks(withSkippedLinks(files, request, searchText(request, ripgrep, threads))),
    count: (request) => valuesOfChunks(withSkippedLinks(files, request, countMatches(request, ripgrep))),
  };
}
