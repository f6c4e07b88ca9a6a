import { compileGlob, type GlobMatcher } from "./glob-matcher.js";

/** Decides by globs which files of a search count. */
export interface PathFilter {
  /** Whether a file below hidden folders, or a hidden file, can count at all. */
  readonly reachesHidden: boolean;
  /** Takes a path relative to the searched folder, with `/` between names. */
  accepts(relativePath: string): boolean;
}

/**
 * Reads the globs of a `SearchScope`: a file counts when any plain glob matches it (or there is none) and no glob with
 * `!` in front matches it or a folder above it. Throws `invalid-pattern`.
 *
 * @param hidden - whether wildcards match names that begin with a dot
 */
export function pathFilter(globs: readonly string[], hidden: boolean): PathFilter {
  const included: GlobMatcher[] = [];
  const excluded: GlobMatcher[] = [];
  for (const glob of globs) {
    if (glob.startsWith("!")) excluded.push(compileGlob(glob.slice(1), { hidden: "any" }));
    else included.push(compileGlob(glob, { hidden: hidden ? "any" : "explicit" }));
  }
  return {
    reachesHidden: hidden || included.some((matcher) => matcher.spellsDot),
    accepts: (relativePath) =>
      (included.length === 0 || included.some((matcher) => matcher.matches(relativePath))) &&
      !excluded.some((matcher) => matcher.matchesPathOrFolder(relativePath)),
  };
}
