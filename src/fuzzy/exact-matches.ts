import { MAX_REPORTED_SPANS } from "./edit.js";
import type { OffsetRange } from "./line-position.js";

/**
 * Finds a text as it stands.
 *
 * `"apart"` gives matches that do not overlap, all of them: what can be replaced. `"every"` gives overlapping ones too,
 * at most {@link MAX_REPORTED_SPANS}: what makes a place ambiguous (`aa` is twice in `aaa`).
 */
export function exactMatches(content: string, search: string, which: "apart" | "every"): OffsetRange[] {
  const matches: OffsetRange[] = [];
  const step = which === "apart" ? search.length : 1;
  for (let at = content.indexOf(search); at !== -1; at = content.indexOf(search, at + step)) {
    matches.push({ start: at, end: at + search.length });
    if (which === "every" && matches.length >= MAX_REPORTED_SPANS) break;
  }
  return matches;
}
