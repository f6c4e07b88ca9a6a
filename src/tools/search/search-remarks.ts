import type { SearchScope } from "../../contract/index.js";

/** Remarks about how a search was carried out. */
export interface SearchRemarks {
  /** The callbacks of the search scope. */
  readonly scope: Pick<SearchScope, "onSlow">;
  /** Whole sentences for the model, for the end of a result. */
  list(): readonly string[];
}

/** Collects the remarks of one search. */
export function createSearchRemarks(): SearchRemarks {
  let isSlow = false;
  return {
    scope: {
      onSlow: () => {
        isSlow = true;
      },
    },
    list: () => (isSlow ? ["ripgrep is not installed, so a slower search was used."] : []),
  };
}
