/** Paths of one generation. One call asks about the same few paths repeatedly, and a batch about those of 256 calls. */
const MAX_PATHS = 512;

/** Longer paths are not remembered, which bounds the memory. */
const MAX_LENGTH = 512;

/** Returns a test on paths that remembers its latest answers: those about the last 512 different paths at least. */
export function rememberLatest(test: (path: string) => boolean): (path: string) => boolean {
  let newer = new Map<string, boolean>();
  let older = new Map<string, boolean>();
  return (path) => {
    const known = newer.get(path);
    if (known !== undefined) return known;
    const answer = older.get(path) ?? test(path);
    if (path.length > MAX_LENGTH) return answer;
    if (newer.size >= MAX_PATHS) {
      older = newer;
      newer = new Map();
    }
    newer.set(path, answer);
    return answer;
  };
}
