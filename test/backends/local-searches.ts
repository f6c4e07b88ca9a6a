import { localBackend } from "../../src/backends/local/index.js";
import { localSearch } from "../../src/backends/local/search/index.js";
import { type Search, ToolError } from "../../src/contract/index.js";

/** Creates a search as on a machine without ripgrep. */
export function searchWithoutRipgrep(): Search {
  return localSearch(async () => {
    throw new ToolError("There is no ripgrep.", { code: "ripgrep-missing" });
  });
}

/** Both searches of this machine's files: every statement about a search is tested with each. */
export const LOCAL_SEARCHES: readonly (readonly [name: string, search: Search])[] = [
  ["with ripgrep", localBackend().search],
  ["without ripgrep", searchWithoutRipgrep()],
];
