import { searchNear } from "../locate/index.js";
import type { Match, MatchContext } from "../request/index.js";
import { lineEnd } from "../text/index.js";

/**
 * Implements the fallback of the Claude Code specification: the place most similar to the old text, as
 * diff-match-patch selects it. Several equally good places are all returned, so they are ambiguous.
 */
export function matchDiffMatchPatch(context: MatchContext): Match[] {
  const index = context.index();
  const { regions } = searchNear(context);
  const best = Math.max(0, ...regions.map((region) => region.similarity));
  if (best < context.thresholds.patchSimilarity) return [];
  return regions
    .filter((region) => region.similarity === best)
    .map((region) => ({
      matcher: "diff-match-patch",
      start: index.starts[index.solid[region.first] as number] as number,
      end: context.old.endsWith("\n")
        ? (index.starts[(index.solid[region.last] as number) + 1] as number)
        : lineEnd(index, index.solid[region.last] as number),
      similarity: region.similarity,
      placement: "block",
      old: context.old,
    }));
}
