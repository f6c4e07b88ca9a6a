import type { Web } from "../../contract/index.js";

/**
 * Returns the web services for one call. Each is looked up when it is used, because a runtime may have only one of
 * them.
 */
export function callWeb(pages: () => Web["pages"], search: () => Web["search"]): Web {
  return {
    get pages() {
      return pages();
    },
    get search() {
      return search();
    },
  };
}
