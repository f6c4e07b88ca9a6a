import { MAX_REPORTED_SPANS } from "./edit.js";
import type { OffsetRange } from "./line-position.js";
import { textLines } from "./text-lines.js";

/**
 * Finds whole lines that are equal once the white space at both ends of each line is left out.
 *
 * Whole lines only: a part of a line would leave the rest of it behind. A blank line matches blank lines. Windows may
 * overlap; at most {@link MAX_REPORTED_SPANS} are given. A search that ends with a line end takes the last one with it.
 */
export function whitespaceMatches(content: string, search: string): OffsetRange[] {
  const keys = textLines(search).map((line) => line.text.trim());
  const anchor = longestKey(keys);
  if (anchor === undefined) return [];
  const endsWithLineEnd = search.endsWith("\n");
  const matches: OffsetRange[] = [];
  // The longest line is looked up as text, so that only lines that hold it are ever trimmed.
  for (let hit = content.indexOf(anchor.key); hit !== -1 && matches.length < MAX_REPORTED_SPANS; ) {
    const lineStart = content.lastIndexOf("\n", hit) + 1;
    const windowStart = stepBack(content, lineStart, anchor.index);
    const windowEnd = windowStart === undefined ? undefined : matchWindow(content, windowStart, keys);
    if (windowStart !== undefined && windowEnd !== undefined) {
      matches.push({ start: windowStart, end: endsWithLineEnd ? windowEnd.next : windowEnd.end });
    }
    const nextLine = content.indexOf("\n", hit);
    if (nextLine === -1) break;
    hit = content.indexOf(anchor.key, nextLine + 1);
  }
  return matches;
}

function longestKey(keys: readonly string[]): { readonly key: string; readonly index: number } | undefined {
  let index = 0;
  for (let candidate = 1; candidate < keys.length; candidate += 1) {
    if ((keys[candidate] as string).length > (keys[index] as string).length) index = candidate;
  }
  const key = keys[index];
  return key ? { key, index } : undefined;
}

/** Where the line stands that is so many lines further up. */
function stepBack(content: string, lineStart: number, lines: number): number | undefined {
  let start = lineStart;
  for (let step = 0; step < lines; step += 1) {
    if (start === 0) return undefined;
    start = start === 1 ? 0 : content.lastIndexOf("\n", start - 2) + 1;
  }
  return start;
}

/** Compares line by line; gives where the last line ends, without and with its line end. */
function matchWindow(
  content: string,
  windowStart: number,
  keys: readonly string[],
): { readonly end: number; readonly next: number } | undefined {
  let next = windowStart;
  let end = windowStart;
  for (const [index, key] of keys.entries()) {
    // Behind the last line end there is no further line.
    if (index > 0 && (content[next - 1] !== "\n" || next >= content.length)) return undefined;
    const feed = content.indexOf("\n", next);
    const lineEnd = feed === -1 ? content.length : feed;
    if (content.slice(next, lineEnd).trim() !== key) return undefined;
    end = lineEnd > next && content[lineEnd - 1] === "\r" ? lineEnd - 1 : lineEnd;
    next = feed === -1 ? content.length : feed + 1;
  }
  return { end, next };
}
