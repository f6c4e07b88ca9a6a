import { MAX_AMBIGUOUS_MATCHES, type Match, type MatchContext, type MatcherName } from "../request/index.js";

/**
 * Places that one edit replaces at the most; a hundred thousand take about 40 ms, and nothing else runs meanwhile.
 */
export const MAX_REPLACED_PLACES = 100_000;

/** Offsets of `needle`. When only one place is wanted overlapping ones count: `aa` is not certain in `aaa`. */
export function findOffsets(content: string, needle: string, all: boolean): number[] {
  const offsets: number[] = [];
  if (needle === "") return offsets;
  const step = all ? needle.length : 1;
  for (let at = content.indexOf(needle); at >= 0; at = content.indexOf(needle, at + step)) {
    offsets.push(at);
    // One more than may be replaced shows that there are too many.
    if (offsets.length >= (all ? MAX_REPLACED_PLACES + 1 : MAX_AMBIGUOUS_MATCHES)) break;
  }
  return offsets;
}

/** Places where the old text stands character by character. */
export function matchExact(
  context: Pick<MatchContext, "content" | "old" | "all">,
  matcher: MatcherName = "exact",
): Match[] {
  const { content, old, all } = context;
  return findOffsets(content, old, all).map((start) => ({
    matcher,
    start,
    end: start + old.length,
    similarity: 1,
    placement: "literal",
    old,
  }));
}
