import { originalNames } from "./backup-name.js";
import { compileNamePatterns, foldSegment, type NamePattern } from "./name-pattern.js";
import { rememberLatest } from "./remember-latest.js";
import { READABLE_NAMES, SECRET_NAMES } from "./secret-names/index.js";

/**
 * Names of files that contain secrets and, with a trailing slash, of folders of such files. They are never read for a
 * model and are excluded from text search. The list with its sources is in `secret-names/`.
 */
export const SECRET_FILE_PATTERNS: readonly NamePattern[] = SECRET_NAMES.map(({ pattern }) => pattern);

const READABLE_PATTERNS = READABLE_NAMES.map(({ pattern }) => pattern);

const isListedSecret = compileNamePatterns(SECRET_FILE_PATTERNS);
// A short name may stand for an example or for a secret.
const isExample = compileNamePatterns(READABLE_PATTERNS, { shortNames: false });
const isInSecretFolder = compileNamePatterns(SECRET_FILE_PATTERNS.filter((pattern) => pattern.endsWith("/")));

/** Longer names are not examined: file systems do not allow them. */
const MAX_COPY_NAME_LENGTH = 255;

/**
 * Returns whether the name of a file is that of a secret file, or of an editor's copy of one. Pure: does not access any
 * file.
 *
 * @param path - absolute or relative, of any platform; case, trailing dots and invisible characters are ignored
 *
 * @example
 * isSecretPath("/project/.env.production"); // true
 * isSecretPath("/project/.env~"); // true
 * isSecretPath("/project/.env.example"); // false
 */
export function isSecretPath(path: string): boolean {
  return isSecret(path);
}

const isSecret = rememberLatest((path) => {
  const names = namesOf(path);
  return names.some(isListedSecret) && !names.some(isExample);
});

/**
 * Returns whether the name of a folder is one for secrets, such as `.ssh`, or the folder is inside one. A command that
 * receives such a folder may read all of it.
 */
export function isSecretFolder(path: string): boolean {
  return isInSecretFolder(path);
}

/** Returns a path and the paths in the same folder that it may be a copy of. */
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
 * Returns globs that exclude secret files from a text search, for `SearchScope.globs`.
 *
 * They reduce the work of the search. Globs are case-sensitive, so each match must still be checked with {@link
 * isSecretPath}.
 */
export function secretSearchExclusions(): readonly string[] {
  exclusions ??= SECRET_FILE_PATTERNS.filter((pattern) => !mayCoverExample(pattern)).map(
    (pattern) => `!**/${pattern.replace(/\/$/, "")}`,
  );
  return exclusions;
}

let exclusions: readonly string[] | undefined;

// A glob cannot express exceptions such as example files, so these patterns are left to `isSecretPath`.
function mayCoverExample(pattern: NamePattern): boolean {
  return /^(?:\.env[.\-_]\*|\*\.env|\*\.tfvars|credentials\.\*|\.?secrets\.\*(?:\.[a-z]{1,8})?|ssh_host.*|\.ssh.*|\.kube.*)$/.test(
    pattern,
  );
}
