import type { Match, MatchContext } from "../request/index.js";
import { findOffsets } from "./exact-matcher.js";

/** Returns the places that equal the old text except for `\r\n` instead of `\n`. */
export function matchLineEnds(context: MatchContext): Match[] {
  const { content, old, all } = context;
  if (!old.includes("\n")) return [];
  const hasCarriage = content.includes("\r\n");
  if (!hasCarriage && !old.includes("\r\n")) return [];
  const needle = old.replaceAll("\r\n", "\n");
  const haystack = hasCarriage ? content.replaceAll("\r\n", "\n") : content;
  const offsets = findOffsets(haystack, needle, { all });
  const matches: Match[] = [];
  const toOriginal = hasCarriage ? carriageMap(content) : (offset: number) => offset;
  for (const offset of offsets) {
    const start = toOriginal(offset);
    const end = toOriginal(offset + needle.length);
    matches.push({ matcher: "line-ends", start, end, similarity: 1, placement: "literal", old: needle });
  }
  return matches;
}

/** Maps rising offsets of the text without carriage returns to the text with them, in one pass. */
function carriageMap(content: string): (offset: number) => number {
  let original = 0;
  let reduced = 0;
  return (offset) => {
    if (offset < reduced) {
      original = 0;
      reduced = 0;
    }
    for (;;) {
      const carriage = content.indexOf("\r\n", original);
      const distance = carriage < 0 ? Number.POSITIVE_INFINITY : carriage - original;
      // A span never starts between the two characters of a line end: the offset of "\n" is that of "\r".
      if (offset - reduced <= distance) return original + (offset - reduced);
      original = carriage + 1;
      reduced += distance;
    }
  };
}
