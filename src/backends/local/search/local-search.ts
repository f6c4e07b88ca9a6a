import type { Search } from "../../../contract/index.js";
import { countMatches } from "./count-matches.js";
import { findRipgrep } from "./ripgrep-binary.js";
import { searchFiles } from "./search-files.js";
import { searchText } from "./search-text.js";

/**
 * Creates the search of this machine's files with ripgrep, which is located when the first search runs. Omits
 * hidden files unless the scope sets `hidden` or a glob contains the dot (`.github/*.yml`).
 */
export function localSearch(find: () => Promise<string> = findRipgrep): Search {
  let binary: Promise<string> | undefined;
  const ripgrep = () => {
    binary ??= find().catch((error: unknown) => {
      // Not cached: once ripgrep is installed, the next search should find it.
      binary = undefined;
      throw error;
    });
    return binary;
  };
  return {
    files: (scope) => searchFiles(scope, ripgrep),
    text: (request) => searchText(request, ripgrep),
    count: (request) => countMatches(request, ripgrep),
  };
}
