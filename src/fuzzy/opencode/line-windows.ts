import { MAX_AMBIGUOUS_MATCHES, type Match, type MatchContext, type MatcherName } from "../request/index.js";
import { lineEnd } from "../text/index.js";

/** Returns the lines of a text without their ends; a line end at the end begins no further line. */
export function linesOf(text: string): string[] {
  const lines = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  if (lines.length > 1 && lines[lines.length - 1] === "") lines.pop();
  if (lines[0]?.charCodeAt(0) === 0xfeff) lines[0] = lines[0].slice(1);
  return lines;
}

/** Returns a text with each run of white space as one space, and none at its ends. */
export function collapsed(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

/** Returns the windows of a number of whole lines of the file that a comparison accepts. */
export function matchWindows(
  context: MatchContext,
  matcher: MatcherName,
  count: number,
  accepts: (first: number) => boolean,
): Match[] {
  const { lineCount } = context.index();
  const matches: Match[] = [];
  for (let first = 0; first + count <= lineCount; first += 1) {
    if (!context.budget.take(1)) return [];
    if (!accepts(first)) continue;
    if (!context.budget.take(count)) return [];
    matches.push(wholeLinesMatch(context, matcher, { first, count, isAligned: true }));
    if (!context.all && matches.length > MAX_AMBIGUOUS_MATCHES) break;
  }
  return matches;
}

/** Returns whether a comparison accepts each of a number of lines; stops at the first that differs, and when the budget is spent. */
export function allLines(
  { budget }: MatchContext,
  count: number,
  isEqual: (line: number) => boolean,
): boolean {
  for (let line = 0; line < count; line += 1) {
    if (!budget.take(1) || !isEqual(line)) return false;
  }
  return true;
}

/**
 * Returns the match of whole lines, with the line end of the last one if the old text ends with one.
 *
 * @param isAligned - whether each line of the old text stands for one of these lines
 */
export function wholeLinesMatch(
  { old, index }: Pick<MatchContext, "old" | "index">,
  matcher: MatcherName,
  {
    first,
    count,
    isAligned,
  }: { readonly first: number; readonly count: number; readonly isAligned: boolean },
): Match {
  const lines = index();
  const last = first + count - 1;
  return {
    matcher,
    start: lines.starts[first] as number,
    end: old.endsWith("\n") ? (lines.starts[last + 1] as number) : lineEnd(lines, last),
    similarity: 1,
    placement: isAligned ? "merge" : "rewrap",
    old,
    ...(isAligned && { pairs: Array.from({ length: count }, (_, line) => line) }),
  };
}
