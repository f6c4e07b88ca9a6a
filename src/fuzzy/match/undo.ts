import type { Match, MatchContext, MatcherName } from "../request/index.js";
import { matchBlock } from "./block-matcher.js";
import { matchExact } from "./exact-matcher.js";
import { matchLineEnds } from "./line-end-matcher.js";

/** One way to undo a change that happened to the text on its way through a tool call. */
export interface Undoing {
  /** The old text as intended. */
  readonly old: string;
  /** Applies the same change to the new text. */
  readonly restore: (newText: string) => string;
}

/**
 * Returns the first undoing whose text occurs in the content, by the strict matchers only: a loosely matched
 * undone text would be a guess based on a guess.
 */
export function matchUndone(
  context: MatchContext,
  matcher: MatcherName,
  undoings: Iterable<Undoing>,
): Match[] {
  for (const undoing of undoings) {
    if (undoing.old === context.old || undoing.old.trim() === "") continue;
    const inner = context.withOld(undoing.old, context.newText);
    const steps = [
      () => matchExact(inner),
      () => matchLineEnds(inner),
      () => matchBlock(inner, "trailing-blanks"),
      () => matchBlock(inner, "line-keys"),
      () => matchBlock(inner, "blank-lines"),
    ];
    for (const step of steps) {
      const found = step().filter((match) => !standsAlready(context, undoing, match));
      if (found.length > 0) return found.map((match) => ({ ...match, matcher, restore: undoing.restore }));
    }
  }
  return [];
}

/**
 * Returns whether the new text already surrounds a match: undoing must not make an old edit look unapplied.
 */
function standsAlready(context: MatchContext, undoing: Undoing, match: Match): boolean {
  if (context.newText === undefined) return false;
  const next = undoing.restore(context.newText);
  const at = next.indexOf(undoing.old);
  return at >= 0 && match.start >= at && context.content.startsWith(next, match.start - at);
}
