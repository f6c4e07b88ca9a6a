/** The first few paths by code unit of many in any order. */
export interface FirstPaths {
  add(path: string): void;
  /** Sorted; at most the requested number. */
  sorted(): readonly string[];
}

/**
 * Keeps the first `count` paths. Most paths are skipped after one comparison; sorting all of them would take longer
 * than the search.
 */
export function createFirstPaths(count: number): FirstPaths {
  let kept: string[] = [];
  let last: string | undefined;
  const prune = () => {
    kept.sort();
    if (kept.length < count) return;
    kept = kept.slice(0, count);
    last = kept.at(-1);
  };
  return {
    add(path) {
      if (last !== undefined && path > last) return;
      kept.push(path);
      if (kept.length >= count * 2) prune();
    },
    sorted() {
      prune();
      return kept;
    },
  };
}
