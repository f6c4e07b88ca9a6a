import { matchAlignment } from "./alignment-matcher.js";
import { matchBlock } from "./block-matcher.js";
import { placesOfNewText } from "./certainty.js";
import { undoCodeFence } from "./code-fence-undo.js";
import { undoEntities, undoEscapes } from "./escape-undo.js";
import { matchExact } from "./exact-matcher.js";
import { matchInlineBlanks } from "./inline-matcher.js";
import { matchLineEnds } from "./line-end-matcher.js";
import { undoLineNumbers } from "./line-number-undo.js";
import type { Match } from "./match.js";
import type { MatchContext } from "./match-context.js";
import type { MatcherName } from "./matcher-name.js";
import { matchRewrapped } from "./rewrap-matcher.js";
import { matchBlockAnchor, matchContextAware } from "./seed-anchor-matchers.js";
import {
  matchEscapeNormalized,
  matchIndentationFlexible,
  matchLineTrimmed,
  matchTrimmedBoundary,
  matchWhitespaceNormalized,
} from "./seed-line-matchers.js";
import { matchDiffMatchPatch } from "./seed-patch-matcher.js";
import { matchUndone } from "./undo.js";

/** How a matcher works inside one call. */
export type Matcher = (context: MatchContext) => Match[];

/**
 * When several lines of new text stand in the file already, a place that only resembles the old one is more likely
 * another place than the one still to be edited.
 */
function unlessApplied(context: MatchContext, matcher: Matcher): Match[] {
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
  "line-numbers": (context) => matchUndone(context, "line-numbers", undoLineNumbers(context.old)),
  "code-fence": (context) => matchUndone(context, "code-fence", undoCodeFence(context.old)),
  escapes: (context) => matchUndone(context, "escapes", undoEscapes(context.old)),
  entities: (context) => matchUndone(context, "entities", undoEntities(context.old)),
  "inline-blanks": (context) => unlessApplied(context, matchInlineBlanks),
  rewrapped: (context) => unlessApplied(context, matchRewrapped),
  alignment: matchAlignment,
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
  "diff-match-patch": matchDiffMatchPatch,
};
