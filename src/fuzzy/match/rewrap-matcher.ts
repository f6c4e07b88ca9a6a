import type { Match, MatchContext } from "../request/index.js";
import { isInlineBlank, walkAll } from "./inline-matcher.js";

/** Minimum visible characters of a text that may be found with other line breaks. */
const MIN_REWRAP_CHARACTERS = 12;

/** Returns places of whole lines with the same visible characters and words, but other line breaks. */
export function matchRewrapped(context: MatchContext): Match[] {
  const { content, old } = context;
  if (old.replace(/\s+/g, "").length < MIN_REWRAP_CHARACTERS) return [];
  const matches: Match[] = [];
  for (const place of walkAll(context, "free")) {
    let start = place.start;
    while (start > 0 && isInlineBlank(content, start - 1)) start--;
    let end = place.end;
    while (end < content.length && isInlineBlank(content, end)) end++;
    const wholeLines =
      (start === 0 || content.charCodeAt(start - 1) === 10) &&
      (end === content.length || content.charCodeAt(end) === 10 || content.charCodeAt(end) === 13);
    if (!wholeLines) continue;
    if (old.endsWith("\n")) {
      if (content.charCodeAt(end) === 13) end++;
      if (end < content.length) end++;
    }
    matches.push({ matcher: "rewrapped", start, end, similarity: 1, placement: "rewrap", old });
  }
  return matches;
}
