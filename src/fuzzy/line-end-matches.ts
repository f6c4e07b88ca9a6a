import { exactMatches } from "./exact-matches.js";
import type { OffsetRange } from "./line-position.js";

/**
 * Finds a text whose line ends are CRLF where the file has LF, or the other way round.
 *
 * The ranges are those of the content as given: a CRLF at an edge of a match is either wholly inside or wholly outside.
 */
export function lineEndMatches(content: string, search: string, which: "apart" | "every"): OffsetRange[] {
  if (!search.includes("\n") || !(content.includes("\r\n") || search.includes("\r\n"))) return [];
  const plain = content.replaceAll("\r\n", "\n");
  const toOriginal = offsetMap(content);
  const matches = exactMatches(plain, search.replaceAll("\r\n", "\n"), which);
  return matches.map(({ start, end }) => ({ start: toOriginal(start), end: toOriginal(end) }));
}

/** Turns offsets of the text with LF only into offsets of the text with CRLF. */
function offsetMap(content: string): (offset: number) => number {
  // Entry k is where the line feed of the k-th CRLF stands once all carriage returns are gone.
  const lineFeeds: number[] = [];
  for (let at = content.indexOf("\r\n"); at !== -1; at = content.indexOf("\r\n", at + 2)) {
    lineFeeds.push(at - lineFeeds.length);
  }
  return (offset) => {
    let low = 0;
    let high = lineFeeds.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lineFeeds[middle] as number) < offset) low = middle + 1;
      else high = middle;
    }
    return offset + low;
  };
}
