import { type FileSystem, type Search, type SearchScope, ToolError } from "../../../contract/index.js";
import { localFileSystem } from "../file-system.js";
import { countLines } from "./count-lines.js";
import { countMatches } from "./count-matches.js";
import { findRipgrep } from "./ripgrep-binary.js";
import { searchFiles } from "./search-files.js";
import { searchText } from "./search-text.js";
import { withSkippedLinks } from "./with-skipped-links.js";

/**
 * Creates the search of this machine's files with ripgrep, which is located when the first search runs. Omits
 * hidden files unless the scope sets `hidden` or a glob contains the dot (`.github/*.yml`).
 *
 * If there is no ripgrep, the search of the memory backend reads the files in this process, which is slower, and `onSlow`
 * of the scope is called.
 *
 * @param find - returns the path of ripgrep, or throws `ripgrep-missing`
 * @param files - the file system that is read without ripgrep
 */
export function localSearch(
  find: () => Promise<string> = findRipgrep,
  files: FileSystem = localFileSystem(),
): Search {
  let binary: Promise<string> | undefined;
  const ripgrep = () => {
    binary ??= find().catch((error: unknown) => {
      // Not cached: once ripgrep is installed, the next search should find it.
      binary = undefined;
      throw error;
    });
    return binary;
  };
  /** Returns the search that replaces ripgrep, or `undefined` if there is ripgrep. */
  const replacement = async ({ onSlow }: SearchScope): Promise<Search | undefined> => {
    try {
      await ripgrep();
      return undefined;
    } catch (error) {
      if (!ToolError.isInstance(error) || error.code !== "ripgrep-missing") throw error;
      const { treeSearch } = await import("../../memory/index.js");
      onSlow?.();
      return treeSearch(files);
    }
  };
  return {
    async *files(scope) {
      const slow = await replacement(scope);
      yield* slow === undefined
        ? withSkippedLinks(files, scope, searchFiles(scope, ripgrep))
        : slow.files(scope);
    },
    async *text(request) {
      const slow = await replacement(request);
      yield* slow === undefined
        ? withSkippedLinks(files, request, searchText(request, ripgrep))
        : slow.text(request);
    },
    async *count(request) {
      const slow = await replacement(request);
      yield* slow === undefined
        ? withSkippedLinks(files, request, countMatches(request, ripgrep))
        : countLines(request, (plain) => slow.text(plain));
    },
  };
}
