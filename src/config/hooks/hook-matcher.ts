import { wildcard } from "../../text/index.js";

/** A matcher of tool names. */
export interface HookMatcher {
  /** Returns whether one of the names of a tool matches. */
  readonly matches: (names: readonly string[]) => boolean;
  /** Whether the matcher is a regular expression that is not evaluated, so that it matches every tool. */
  readonly isWidened: boolean;
}

/** The matcher of every tool. */
export const EVERY: HookMatcher = { matches: () => true, isWidened: false };

/** Alternatives of names with `.*`: every other regular expression matches every tool. */
const NAMES = /^[\w\-.*|]*$/;

/**
 * Reads a matcher of Claude Code: `*` or an empty text for every tool, names separated by `|`, and `.*` for any text.
 *
 * Other regular expressions match every tool: a hook may run too often, but never too rarely.
 */
export function hookMatcher(text: string): HookMatcher {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed === "*") return EVERY;
  const rest = trimmed.replaceAll(".*", "");
  if (!NAMES.test(trimmed) || /[.*]/.test(rest)) return { ...EVERY, isWidened: true };
  const patterns = trimmed.split("|").map((each) => wildcard(each.replaceAll(".*", "*")));
  return {
    matches: (names) => names.some((name) => patterns.some((match) => match(name))),
    isWidened: false,
  };
}
