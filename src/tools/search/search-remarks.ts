import type { SearchScope } from "../../contract/index.js";
import type { SearchStop } from "./search-watch.js";

/** Remarks about how a search was carried out. */
export interface SearchRemarks {
  /** The callbacks of the search scope. */
  readonly scope: Pick<SearchScope, "onSlow" | "onSkipped">;
  /**
   * Whole sentences for the model, for the end of a result. Skipped entries are stated only for a complete search: one
   * that was stopped has not met all of them.
   */
  list(stopped: SearchStop | undefined): readonly string[];
}

/** Collects the remarks of one search. */
export function createSearchRemarks(): SearchRemarks {
  let isSlow = false;
  let isAtLeast = false;
  const links = new Set<string>();
  const binaryFiles = new Set<string>();
  return {
    scope: {
      onSlow: () => {
        isSlow = true;
      },
      onSkipped: ({ kind, path }) => {
        if (kind === "link") links.add(path);
        else if (kind === "binary") binaryFiles.add(path);
        else isAtLeast = true;
      },
    },
    list: (stopped) => [
      ...(isSlow ? ["ripgrep is not installed, so a slower search was used."] : []),
      ...(stopped === undefined
        ? skippedSentence({ links: links.size, isAtLeast, binaryFiles: binaryFiles.size })
        : []),
    ],
  };
}

function skippedSentence({
  links,
  isAtLeast,
  binaryFiles,
}: {
  readonly links: number;
  /** Whether an unknown number of links was skipped as well. */
  readonly isAtLeast: boolean;
  readonly binaryFiles: number;
}): string[] {
  const least = isAtLeast ? "at least " : "";
  const parts = [
    ...(links > 0
      ? [
          `${least}${links === 1 ? "1 link that leads" : `${links} links that lead`} out of the searched folder`,
        ]
      : []),
    ...(binaryFiles > 0 ? [binaryFiles === 1 ? "1 binary file" : `${binaryFiles} binary files`] : []),
  ];
  return parts.length === 0 ? [] : [`Skipped: ${parts.join(", ")}.`];
}
