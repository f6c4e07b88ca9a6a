import {
  matchAlignment,
  matchBlock,
  matchExact,
  matchInlineBlanks,
  matchLineEnds,
  matchRewrapped,
  matchUndone,
  placesOfNewText,
  undoCodeFence,
  undoEntities,
  undoEscapes,
  undoLineNumbers,
} from "./match/index.js";
import {
  matchBlockAnchor,
  matchContextAware,
  matchDiffMatchPatch,
  matchEscapeNormalized,
  matchIndentationFlexible,
  matchLineTrimmed,
  matchTrimmedBoundary,
  matchWhitespaceNormalized,
} from "./opencode/index.js";
import type { Match, MatchContext, MatcherName } from "./request/index.js";
import { hashLine } from "./text/index.js";

/** A matcher within one function call. */
export type Matcher = (context: MatchContext) => Match[];

/**
 * If several lines of new text already occur in the file, a place that only resembles the old text is
 * probably not the place to edit.
 */
function unlessApplied(context: MatchContext, matcher: Matcher): Match[] {
  const matches = matcher(context);
  if (matches.length === 0 || !context.newText?.trim().includes("\n")) return matches;
  return placesOfNewText(context).length > 0 ? [] : matches;
}

/** Returns a function that tells whether a line stands in the file, whatever its indentation. */
function lineFinder(context: MatchContext): (line: string) => boolean {
  const keys = () => {
    const index = context.index();
    return new Set(index.keyHash.subarray(0, index.solidCount));
  };
  return (line) => {
    const { key, isSolid } = hashLine(line);
    return isSolid && context.remember("lineKeys", keys).has(key);
  };
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
  escapes: (context) => matchUndone(context, "escapes", undoEscapes(context.old, lineFinder(context))),
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
