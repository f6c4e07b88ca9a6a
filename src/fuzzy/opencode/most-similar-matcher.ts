import { searchNear } from "../locate/index.js";
import type { Match, MatchContext } from "../request/index.js";
import { lineEnd } from "../text/index.js";

/**
 * Finds the place most similar to the old text, which takes the part of diff-match-patch in the Claude Code
 * specification. Several equally good places are all returned, so they are ambiguous.
 */
export function matchMostSimilar(context: MatchContext): Match[] {
  const index = context.index();
  const { regions } = searchNear(context);
  const best = Math.max(0, ...regions.map((region) => region.similarity));
  if (best < context.thresholds.placeSimilarity) return [];
  return regions
    .filter((region) => region.similarity === best)
    .map((region) => ({
      matcher: "most-similar",
      start: index.starts[index.solid[region.first] as number] as number,
      end: context.old.endsWith("\n")
        ? (index.starts[(index.solid[region.last] as number) + 1] as number)
        : lineEnd(index, index.solid[region.last] as number),
      similarity: region.similarity,
      placement: "block",
      old: context.old,
    }));
}
