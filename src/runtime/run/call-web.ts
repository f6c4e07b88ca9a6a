import type { Web } from "../../contract/index.js";

/** The web as a call sees it. Each part is looked for when it is asked for: one may be there without the other. */
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
