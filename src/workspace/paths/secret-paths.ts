import { originalNames } from "./backup-name.js";
import { compileNamePatterns, foldSegment, type NamePattern } from "./name-pattern.js";
import { READABLE_PLACES, SECRET_PLACES } from "./secret-places.js";

/**
 * Names of files that hold secrets, and with a slash at the end of folders of such files: never read for a model, left out of
 * text search. The list with its sources is in `secret-places.ts`.
 */
export const SECRET_FILE_PATTERNS: readonly NamePattern[] = SECRET_PLACES.map(({ pattern }) => pattern);

const READABLE_PATTERNS = READABLE_PLACES.map(({ pattern }) => pattern);

const isListedSecret = compileNamePatterns(SECRET_FILE_PATTERNS);
const isExample = compileNamePatterns(READABLE_PATTERNS);
const isInSecretFolder = compileNamePatterns(SECRET_FILE_PATTERNS.filter((pattern) => pattern.endsWith("/")));

/** Longer names are none that anybody gives to a copy. */
const MAX_COPY_NAME_LENGTH = 255;

/**
 * Tells by its name whether a file holds secrets, or is a copy that an editor left of one. Pure: looks at no file.
 *
 * @param path - absolute or relative, of any platform; case, trailing dots and invisible characters do not count
 * @example
 * isSecretPath("/project/.env.production"); // true
 * isSecretPath("/project/.env~"); // true
 * isSecretPath("/project/.env.example"); // false
 */
export function isSecretPath(path: string): boolean {
  const names = namesOf(path);
  return names.some(isListedSecret) && !names.some(isExample);
}

/**
 * Tells by its name whether a folder is one for secrets, such as `.ssh`, or lies in one. A command that is given such a folder
 * may read all of it.
 */
export function isSecretFolder(path: string): boolean {
  return isInSecretFolder(path);
}

/** A path, and the paths beside it that it may be a copy of. */
function namesOf(path: string): readonly string[] {
  const start = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1;
  const name = path.slice(start);
  if (name.length > MAX_COPY_NAME_LENGTH) return [path];
  const [, ...originals] = originalNames(foldSegment(name));
  return originals.length === 0
    ? [path]
    : [path, ...originals.map((original) => path.slice(0, start) + original)];
}

/**
 * Globs that keep secret files out of a text search, for `SearchScope.globs`.
 *
 * They save the search the work; because globs tell case apart, each match is to be asked about with
 * {@link isSecretPath} all the same.
 */
export function secretSearchExclusions(): readonly string[] {
  return SECRET_FILE_PATTERNS.filter((pattern) => !mayCoverExample(pattern)).map(
    (pattern) => `!**/${pattern.replace(/\/$/, "")}`,
  );
}

// A glob cannot say "but not the examples", so these patterns are left to isSecretPath.
function mayCoverExample(pattern: NamePattern): boolean {
  return /^(?:\.env[.\-_]\*|\*\.env|\*\.tfvars|credentials\.\*|\.?secrets\.\*|ssh_host.*|\.ssh.*|\.kube.*)$/.test(
    pattern,
  );
}
