/**
 * The matchers by name.
 *
 * The first group is the chain of the `"safe"` preset, strict to loose. The second are the nine replacers of seed 004,
 * the white space fallback of seed 000 and the diff-match-patch fallback of seed 002; a host that wants them names them.
 */
export type MatcherName =
  | "exact"
  | "line-ends"
  | "trailing-blanks"
  | "line-keys"
  | "blank-lines"
  | "line-numbers"
  | "code-fence"
  | "escapes"
  | "entities"
  | "inline-blanks"
  | "rewrapped"
  | "alignment"
  | "simple"
  | "line-trimmed"
  | "block-anchor"
  | "whitespace-normalized"
  | "indentation-flexible"
  | "escape-normalized"
  | "trimmed-boundary"
  | "context-aware"
  | "multi-occurrence"
  | "whitespace-fallback"
  | "diff-match-patch";

/** The chain of the `"safe"` preset in order (design §9). */
export const SAFE_MATCHERS: readonly MatcherName[] = [
  "exact",
  "line-ends",
  "trailing-blanks",
  "line-keys",
  "blank-lines",
  "line-numbers",
  "code-fence",
  "escapes",
  "entities",
  "inline-blanks",
  "rewrapped",
  "alignment",
];

/** The chain of the `"opencode"` preset: the nine replacers in the order of seed 004. */
export const OPENCODE_MATCHERS: readonly MatcherName[] = [
  "simple",
  "line-trimmed",
  "block-anchor",
  "whitespace-normalized",
  "indentation-flexible",
  "escape-normalized",
  "trimmed-boundary",
  "context-aware",
  "multi-occurrence",
];
