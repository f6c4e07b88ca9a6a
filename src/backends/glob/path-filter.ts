import { compileGlob, type GlobMatcher } from "./glob-matcher.js";
import { anyNameMatcher, endsWithAffix, type NameAffix, nameAffixOf } from "./name-affix.js";
import { anyPlainPathMatcher, plainPathOf } from "./plain-path.js";

/** A filter that decides by globs which files a search includes. */
export interface PathFilter {
  /** Whether the filter can accept a hidden file or a file below a hidden folder. */
  readonly reachesHidden: boolean;
  /** Takes a path relative to the searched folder, with `/` between names. */
  accepts(relativePath: string): boolean;
}

/** Filters that are remembered: those of the latest searches, most of which exclude the same secrets. */
const MAX_REMEMBERED = 8;

/** The latest filters by their globs, oldest first. */
const remembered = new Map<string, PathFilter>();

/**
 * Reads the globs of a `SearchScope`: a file is accepted when a plain glob matches it (or there is none) and
 * no glob with a leading `!` matches it or a folder above it. Throws `invalid-pattern`.
 *
 * @param hidden - whether wildcards match names that begin with a dot
 */
export function pathFilter(globs: readonly string[], options: { readonly hidden: boolean }): PathFilter {
  const key = JSON.stringify([options.hidden, globs]);
  const known = remembered.get(key) ?? newFilter(globs, options);
  remembered.delete(key);
  remembered.set(key, known);
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MAX_REMEMBERED) break;
    remembered.delete(oldest);
  }
  return known;
}

function newFilter(globs: readonly string[], { hidden }: { readonly hidden: boolean }): PathFilter {
  const hiddenNames = hidden ? "any" : "explicit";
  const included: Pick<GlobMatcher, "spellsDot" | "matches">[] = [];
  const excluded: GlobMatcher[] = [];
  const excludedNames: NameAffix[] = [];
  const excludedPaths: string[] = [];
  for (const glob of globs) {
    const isExcluded = glob.startsWith("!");
    const plain = isExcluded ? glob.slice(1) : glob;
    const affix = nameAffixOf(plain);
    if (isExcluded) {
      const plainPath = plainPathOf(plain);
      if (affix !== undefined) excludedNames.push(affix);
      else if (plainPath !== undefined) excludedPaths.push(plainPath);
      else excluded.push(compileGlob(plain, { hidden: "any" }));
    } else
      included.push(
        affix === undefined ? compileGlob(plain, { hidden: hiddenNames }) : nameMatcher(affix, hiddenNames),
      );
  }
  const hasExcludedName = anyNameMatcher(excludedNames);
  const hasExcludedPath = anyPlainPathMatcher(excludedPaths);
  return {
    reachesHidden: hidden || included.some((matcher) => matcher.spellsDot),
    accepts: (relativePath) =>
      (included.length === 0 || included.some((matcher) => matcher.matches(relativePath))) &&
      !(excludedNames.length > 0 && hasExcludedName(relativePath)) &&
      !(excludedPaths.length > 0 && hasExcludedPath(relativePath)) &&
      !excluded.some((matcher) => matcher.matchesPathOrFolder(relativePath)),
  };
}

function nameMatcher(affix: NameAffix, hidden: "explicit" | "any") {
  return {
    spellsDot: affix.prefix.startsWith("."),
    matches: (path: string) => endsWithAffix(path, affix, hidden),
  };
}
