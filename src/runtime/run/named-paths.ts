/** Maximum number of paths that a note names. */
const MAX_NAMED_PATHS = 3;

/** Returns paths as a list for a note: the first ones in quotes, and the number of the others. */
export function namedPaths(paths: readonly string[]): string {
  const named = paths.slice(0, MAX_NAMED_PATHS).map((path) => `'${path}'`);
  const rest = paths.length - named.length;
  return named.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
