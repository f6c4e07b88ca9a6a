import { compileNamePatterns, type NamePattern } from "./name-pattern.js";
import {
  AGENT_NAMES,
  EDITOR_NAMES,
  INTERPRETER_NAMES,
  PIPELINE_NAMES,
  SHELL_NAMES,
  TOOL_NAMES,
  VERSION_CONTROL_NAMES,
} from "./protected-names/index.js";
import type { SensitiveName } from "./sensitive-name.js";

/** All protected paths with their sources. */
export const PROTECTED_NAMES: readonly SensitiveName[] = [
  ...VERSION_CONTROL_NAMES,
  ...EDITOR_NAMES,
  ...AGENT_NAMES,
  ...PIPELINE_NAMES,
  ...SHELL_NAMES,
  ...TOOL_NAMES,
  ...INTERPRETER_NAMES,
];

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
