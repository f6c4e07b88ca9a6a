/** The chain of the `"safe"` preset in order, strict to loose. */
export const SAFE_MATCHERS = [
  "exact",
  "line-ends",
  "trailing-blanks",
  "undone",
  "line-keys",
  "blank-lines",
  "line-numbers",
  "code-fence",
  "diff-marks",
  "wrapping",
  "escapes",
  "entities",
  "inline-blanks",
  "rewrapped",
  "alignment",
] as const;

/** The chain of the `"opencode"` preset: the nine replacers in the order of the OpenCode specification. */
export const OPENCODE_MATCHERS = [
  "simple",
  "line-trimmed",
  "block-anchor",
  "whitespace-normalized",
  "indentation-flexible",
  "escape-normalized",
  "trimmed-boundary",
  "context-aware",
  "multi-occurrence",
] as const;

/** All names of matchers, in the order of {@link MatcherName}. */
export const MATCHER_NAMES = [
  ...SAFE_MATCHERS,
  ...OPENCODE_MATCHERS,
  "whitespace-fallback",
  "most-similar",
] as const;

/**
 * The names of the matchers.
 *
 * The first group is the chain of the `"safe"` preset, strict to loose. The second contains the nine
 * replacers of the OpenCode specification, the white space fallback of the Amp specification and the
 * search for the most similar place, which a host selects by name.
 */
export type MatcherName = (typeof MATCHER_NAMES)[number];
