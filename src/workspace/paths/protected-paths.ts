import { compileNamePatterns, type NamePattern } from "./name-pattern.js";
import { PROTECTED_NAMES } from "./protected-names/index.js";

/**
 * Names of the paths where a write runs code later, or changes the rules of tools and agents: a change needs an
 * approval in every mode. The list with its sources is in `protected-names/`.
 */
export const PROTECTED_PATH_PATTERNS: readonly NamePattern[] = PROTECTED_NAMES.map(({ pattern }) => pattern);

const isListed = compileNamePatterns(PROTECTED_PATH_PATTERNS);

/**
 * Returns whether a change of a path needs an approval in every mode because of its name. Pure: does not access any
 * file.
 *
 * @param path - absolute or relative, of any platform; case, trailing dots and invisible characters are ignored
 *
 * @example
 * isProtectedPath("/project/.git/hooks/pre-commit"); // true
 * isProtectedPath("/project/src/hooks/index.ts"); // false
 */
export function isProtectedPath(path: string): boolean {
  return isListed(path);
}
