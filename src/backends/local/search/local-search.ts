import type { Search } from "../../../contract/index.js";
import { countMatches } from "./count-matches.js";
import { findRipgrep } from "./ripgrep-binary.js";
import { searchFiles } from "./search-files.js";
import { searchText } from "./search-text.js";

/**
 * Searches this machine's files with ripgrep, which is looked for when the first search runs.
 *
 * Hidden files are left out unless the scope says `hidden` or a glob spells the dot (`.github/*.yml`).
 */
export function localSearch(find: () => Promise<string> = findRipgrep): Search {
  let binary: Promise<string> | undefined;
  const ripgrep = () => {
    binary ??= find().catch((error: unknown) => {
      // Not remembered: once ripgrep is installed, the next search should find it.
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
