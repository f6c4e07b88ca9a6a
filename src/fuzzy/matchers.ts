import {
  hasUncertainBlock,
  matchAlignment,
  matchBlock,
  matchExact,
  matchInlineBlanks,
  matchLineEnds,
  matchRewrapped,
  matchUndone,
  matchUndoneExactly,
  placesOfNewText,
} from "./match/index.js";
import {
  matchBlockAnchor,
  matchContextAware,
  matchEscapeNormalized,
  matchIndentationFlexible,
  matchLineTrimmed,
  matchMostSimilar,
  matchTrimmedBoundary,
  matchWhitespaceNormalized,
} from "./opencode/index.js";
import type { Match, MatchContext, MatcherName } from "./request/index.js";

/** A matcher within one function call. */
export type Matcher = (context: MatchContext) => Match[];

/**
 * Returns the matches of a matcher that ignores blanks or line breaks, unless they are doubtful: equal lines that lack one of
 * several closing lines are not certain with other blanks either; and if several lines of the new text already occur in the file,
 * a place that only resembles the old text is probably not the place to edit.
 */
function unlessDoubtful(context: MatchContext, matcher: Matcher): Match[] {
  if (hasUncertainBlock(context)) return [];
  const matches = matcher(context);
  if (matches.length === 0 || !context.newText?.trim().includes("\n")) return matches;
  return placesOfNewText(context).length > 0 ? [] : matches;
}

/** All matchers by name. */
export const MATCHERS: Readonly<Record<MatcherName, Matcher>> = {
  exact: (context) => matchExact(context),
  "line-ends": matchLineEnds,
  "trailing-blanks": (context) => matchBlock(context, "trailing-blanks"),
  "line-keys": (context) => matchBlock(context, "line-keys"),
  "blank-lines": (context) => matchBlock(context, "blank-lines"),
  undone: matchUndoneExactly,
  "line-numbers": (context) => matchUndone(context, "line-numbers"),
  "code-fence": (context) => matchUndone(context, "code-fence"),
  "diff-marks": (context) => matchUndone(context, "diff-marks"),
  wrapping: (context) => matchUndone(context, "wrapping"),
  escapes: (context) => matchUndone(context, "escapes"),
  entities: (context) => matchUndone(context, "entities"),
  "inline-blanks": (context) => unlessDoubtful(context, matchInlineBlanks),
  rewrapped: (context) => unlessDoubtful(context, matchRewrapped),
  alignment: (context) => (hasUncertainBlock(context) ? [] : matchAlignment(context)),
  simple: (context) => matchExact(context, "simple"),
  "line-trimmed": matchLineTrimmed,
  "block-anchor": matchBlockAnchor,
  "whitespace-normalized": matchWhitespaceNormalized,
  "indentation-flexible": matchIndentationFlexible,
  "escape-normalized": matchEscapeNormalized,
  "trimmed-boundary": matchTrimmedBoundary,
  "context-aware": matchContextAware,
  "multi-occurrence": (context) => matchExact(context, "multi-occurrence"),
  "whitespace-fallback": (context) =>
    matchWhitespaceNormalized(context).map((match) => ({ ...match, matcher: "whitespace-fallback" })),
  "most-similar": matchMostSimilar,
};
