import { compileNamePatterns, type NamePattern } from "./name-pattern.js";
import { PROTECTED_PLACES } from "./protected-places/index.js";

/**
 * Names of the places where a write runs code later, or changes the rules of tools and agents: asked about in every mode.
 * The list with its sources is in `protected-places/`.
 */
export const PROTECTED_PATH_PATTERNS: readonly NamePattern[] = PROTECTED_PLACES.map(({ pattern }) => pattern);

const isListed = compileNamePatterns(PROTECTED_PATH_PATTERNS);

/**
 * Tells by its name whether a change of a path must be asked about in every mode. Pure: looks at no file.
 *
 * @param path - absolute or relative, of any platform; case, trailing dots and invisible characters do not count
 * @example
 * isProtectedPath("/project/.git/hooks/pre-commit"); // true
 * isProtectedPath("/project/src/hooks/index.ts"); // false
 */
export function isProtectedPath(path: string): boolean {
  return isListed(path);
}
