import { MAX_AMBIGUOUS_MATCHES, type Match, type MatchContext, type MatcherName } from "../request/index.js";

/**
 * Maximum number of places that one edit replaces; a hundred thousand take about 40 ms, which block the event
 * loop.
 */
export const MAX_REPLACED_PLACES = 100_000;

/**
 * Returns the offsets of `needle`. If a single place is required, overlapping ones count: `aa` is ambiguous
 * in `aaa`.
 */
export function findOffsets(content: string, needle: string, { all }: { readonly all: boolean }): number[] {
  const offsets: number[] = [];
  if (needle === "") return offsets;
  const step = all ? needle.length : 1;
  for (let at = content.indexOf(needle); at >= 0; at = content.indexOf(needle, at + step)) {
    offsets.push(at);
    // One more than the limit proves that there are too many.
    if (offsets.length >= (all ? MAX_REPLACED_PLACES + 1 : MAX_AMBIGUOUS_MATCHES)) break;
  }
  return offsets;
}

/** Returns the places that equal the old text character by character. */
export function matchExact(
  context: Pick<MatchContext, "content" | "old" | "all">,
  matcher: MatcherName = "exact",
): Match[] {
  const { content, old, all } = context;
  return exactMatches(findOffsets(content, old, { all }), old, matcher);
}

/** Returns the matches of a text that was found at some offsets. */
export function exactMatches(
  offsets: readonly number[],
  old: string,
  matcher: MatcherName = "exact",
): Match[] {
  return offsets.map((start) => ({
    matcher,
    start,
    end: start + old.length,
    similarity: 1,
    placement: "literal",
    old,
  }));
}
