/**
 * Names of variables whose values a reader may insert: they have no meaning to a shell, and no program that runs
 * without a question reads them from its environment.
 *
 * A shell passes an assigned variable to its programs if the variable is already in the environment, so that a name such as
 * `GIT_PAGER` or `https_proxy` would change what a later command does. `RANDOM` and the like never have the value assigned to them,
 * and zsh ties `path` to `PATH`.
 */
const LOWER_CASE = /^[a-z][a-z0-9_]*$/;
const MAX_LENGTH = 64;
const MEANINGFUL = new Set(
  "path fpath cdpath manpath mailpath argv status options prompt histchars auto_resume module_path".split(
    " ",
  ),
);
const MEANINGFUL_STARTS = ["zsh_", "npm_", "pnpm_", "yarn_", "bun_"] as const;
const UPPER_CASE = new Set(
  (
    "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z BASE BRANCH COMMIT COUNT DIR DIRS DST FILE FILES FINAL HASH HEAD ID ITEM " +
    "KEY LINE NAME NUM OUT PATTERN PKG PR PREFIX REF REPO RESULT REV ROOT SHA SRC START TAG TARGET VERSION"
  ).split(" "),
);

/** Returns whether the value of a variable may be inserted for its name. */
export function isPlainVariable(name: string): boolean {
  if (UPPER_CASE.has(name)) return true;
  const hasMeaning =
    MEANINGFUL.has(name) ||
    name.endsWith("_proxy") ||
    MEANINGFUL_STARTS.some((start) => name.startsWith(start));
  return name.length <= MAX_LENGTH && !hasMeaning && LOWER_CASE.test(name);
}

/**
 * Values that mean the same bare and in quotes: neither blanks nor patterns, which a shell would split or replace, nor a
 * leading `-`, a home folder or an equals sign. In an assignment, `~` after a colon is a home folder too.
 */
const PLAIN_VALUE = /^[A-Za-z0-9_./:,@%+][A-Za-z0-9_./:,@%+~^-]*$/;

/** Maximum length of a value in characters; values may contain values. */
const MAX_VALUE = 1_000;

/** Returns whether the value of a variable means the same wherever it is inserted. */
export function isPlainValue(value: string): boolean {
  return value.length <= MAX_VALUE && PLAIN_VALUE.test(value) && !value.includes(":~");
}

/** Maximum number of assignments and turns of loops that are followed in one text. */
export const MAX_TURNS = 300;
