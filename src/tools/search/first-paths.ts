/** The first few paths by code unit, of many that come in any order. */
export interface FirstPaths {
  add(path: string): void;
  /** Sorted; at most as many as were asked for. */
  sorted(): readonly string[];
}

/**
 * Keeps the `count` first paths. Most paths are passed over after one comparison, where sorting all of them would take
 * longer than the search.
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
