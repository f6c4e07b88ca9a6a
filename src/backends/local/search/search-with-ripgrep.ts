import type { FileSystem, Search } from "../../../contract/index.js";
import { countMatches } from "./count-matches.js";
import { searchFiles } from "./search-files.js";
import { searchText } from "./search-text.js";
import { withSkippedLinks } from "./skipped-links/index.js";

/**
 * Creates the search that reads the answers of ripgrep.
 *
 * @param ripgrep - returns the path of the program
 * @param files - the file system in which skipped links are looked up
 */
export function searchWithRipgrep(ripgrep: () => Promise<string>, files: FileSystem): Required<Search> {
  return {
    files: (scope) => withSkippedLinks(files, scope, searchFiles(scope, ripgrep)),
    text: (request) => withSkippedLinks(files, request, searchText(request, ripgrep)),
    count: (request) => withSkippedLinks(files, request, countMatches(request, ripgrep)),
  };
}
