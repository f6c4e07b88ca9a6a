import { MAX_AMBIGUOUS_MATCHES, type Match, type MatchContext } from "../request/index.js";

/**
 * Returns the places where the lines of the old text are whole lines of the content, equal except for `\r\n` instead of `\n`.
 *
 * If there are too many, the first ones, and the first ones from an offset on: those before it decide about nothing else
 * than that the lines are not unique.
 */
export function matchWholeLines({ content, old }: MatchContext, from: number): Match[] {
  const exact = wholeStarts(content, old, from).map(
    (start): Match => ({
      matcher: "exact",
      start,
      end: start + old.length,
      similarity: 1,
      placement: "literal",
      old,
    }),
  );
  if (exact.length > 0 || !content.includes("\r\n")) return exact;
  const needle = old.replaceAll("\r\n", "\n");
  const carried = needle.replaceAll("\n", "\r\n");
  return wholeStarts(content, carried, from).map(
    (start): Match => ({
      matcher: "line-ends",
      start,
      end: start + carried.length,
      similarity: 1,
      placement: "literal",
      old: needle,
    }),
  );
}

function wholeStarts(content: string, lines: string, from: number): readonly number[] {
  const first = startsFrom(content, lines, 0);
  const last = first.at(-1);
  if (last === undefined || first.length < MAX_AMBIGUOUS_MATCHES || from <= last) return first;
  return [...first, ...startsFrom(content, lines, from)];
}

function startsFrom(content: string, lines: string, from: number): number[] {
  const starts: number[] = [];
  if (from === 0 && content.startsWith(lines)) starts.push(0);
  // Searched with the line end before them: the lines as the end of other lines may occur any number of times.
  const sought = `\n${lines}`;
  let at = content.indexOf(sought, Math.max(0, from - 1));
  while (at >= 0 && starts.length < MAX_AMBIGUOUS_MATCHES) {
    starts.push(at + 1);
    at = content.indexOf(sought, at + 1);
  }
  return starts;
}
